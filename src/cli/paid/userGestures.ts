import { gestureOf, type Gesture } from '../../paid/gesture.ts';

/** A command line with a budget. The ledger counts it, over all processes that share it. */
export const budgetGesture = (): Gesture => gestureOf('command');

/** A command line that names one calculation, which no budget counts. */
export const oneStartGesture = (): Gesture => gestureOf('batch');
