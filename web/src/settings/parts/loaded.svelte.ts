// Something that is asked of the server when a section opens.

/** A value that comes later, or the reason why it does not. */
export class Loaded<T> {
  value = $state.raw<T>();
  fault = $state.raw<unknown>();
  #ask: () => Promise<T>;
  #newest = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    void this.again();
  }

  /** Asks again; what is known stays until the answer is there. */
  again = async (): Promise<void> => {
    const own = ++this.#newest;
    try {
      const value = await this.#ask();
      if (own === this.#newest) [this.value, this.fault] = [value, undefined];
    } catch (fault) {
      if (own === this.#newest) this.fault = fault;
    }
  };
}

/** Does something once at a time and keeps what went wrong. */
export class Doing {
  busy = $state(false);
  fault = $state.raw<unknown>();

  /** Answers whether it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    [this.busy, this.fault] = [true, undefined];
    try {
      await work();
      return true;
    } catch (fault) {
      this.fault = fault;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
