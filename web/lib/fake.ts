export { fake, type FakeTable, type Fixture } from "./fake.svelte";
