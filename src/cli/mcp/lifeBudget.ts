/** Paid calls that a process may make in its life. */
export class LifeBudget {
  readonly most: number | undefined;
  #spent = 0;

  /** @param most undefined: none */
  constructor(most: number | undefined) {
    this.most = most;
  }

  /** Null without a budget. */
  get remaining(): number | null {
    return this.most === undefined ? null : this.most - this.#spent;
  }

  /** Takes one call, before it is made; false if none is left. */
  take(): boolean {
    if ((this.remaining ?? 0) <= 0) return false;
    this.#spent++;
    return true;
  }

  /** Gives back a call that was not sent. */
  giveBack(): void {
    this.#spent--;
  }
}
