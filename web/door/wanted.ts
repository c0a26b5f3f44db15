/** A worker thinks to the end; whoever no longer wants to know ends the worker. What `spieltisch.bots.wanted` is in Python. */

export const go_on = () => undefined;
