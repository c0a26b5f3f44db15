/** The worker in which the page's doors stand. */

import { answered, type Answer, type Question } from "./answering.ts";
import * as doors from "./doors.ts";

self.onmessage = ({ data }: MessageEvent<Question>) => void answered(data, doors, (answer: Answer) => self.postMessage(answer));
