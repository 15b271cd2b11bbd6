// The state of data that a section loads, and of operations that it runs.

/** A value that is loaded at once and can be reloaded, or the error. */
export class Resource<T> {
  value = $state.raw<T>();
  fault = $state.raw<unknown>();
  #load: () => Promise<T>;
  #latest = 0;

  constructor(load: () => Promise<T>) {
    this.#load = load;
    void this.reload();
  }

  /** Reloads; the value stays until the new one is there. */
  reload = async (): Promise<void> => {
    const own = ++this.#latest;
    try {
      const value = await this.#load();
      if (own === this.#latest) [this.value, this.fault] = [value, undefined];
    } catch (fault) {
      if (own === this.#latest) this.fault = fault;
    }
  };
}

/** An operation that runs once at a time, with its error. */
export class Operation {
  busy = $state(false);
  fault = $state.raw<unknown>();

  /** Runs the operation. Returns whether it succeeded; false, too, while another run has not ended. */
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
