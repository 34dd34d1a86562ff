/**
 * A value that takes too long to create in one turn of the event loop: created in slices if there is
 * time, or at once when it is needed before that.
 */
export class Prepared<Value> {
  readonly #create: () => Iterator<unknown, Value>;
  #slices: Iterator<unknown, Value> | undefined;
  #created: { readonly value: Value } | undefined;

  /** @param create yields between slices, and is called once */
  constructor(create: () => Iterator<unknown, Value>) {
    this.#create = create;
  }

  get(): Value {
    let created = this.#created;
    while (created === undefined) created = this.#createSlice();
    return created.value;
  }

  /** Yields after each slice. Several callers continue the same work. */
  *prepare(): Generator<void, void> {
    while (this.#created === undefined) {
      this.#createSlice();
      yield;
    }
  }

  #createSlice(): { readonly value: Value } | undefined {
    const slice = (this.#slices ??= this.#create()).next();
    if (slice.done === true) {
      this.#created = { value: slice.value };
      this.#slices = undefined;
    }
    return this.#created;
  }
}
