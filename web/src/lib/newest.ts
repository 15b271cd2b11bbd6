// Answers that arrive out of order.

/** Returns a function that runs a request and returns its answer; undefined where a later one was run meanwhile. */
export function newestOnly(): <T>(request: Promise<T>) => Promise<T | undefined> {
  let latest = 0;
  return async (request) => {
    const own = ++latest;
    try {
      const answer = await request;
      return own === latest ? answer : undefined;
    } catch (fault) {
      if (own === latest) throw fault;
      return undefined;
    }
  };
}
