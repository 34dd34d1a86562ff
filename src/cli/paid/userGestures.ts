import { gestureOf, type Gesture } from '../../paid/gesture.ts';

/** A command line with a budget. The ledger counts it, over all processes that share it. */
export const budgetGesture = (): Gesture => gestureOf('command');

/** An agent of a server with a budget, which the ledger counts with that of command lines. */
export const agentGesture = (): Gesture => gestureOf('tool');

/** A command line that names one calculation, which no budget counts. */
export const oneStartGesture = (): Gesture => gestureOf('batch');
