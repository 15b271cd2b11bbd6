// Answers that arrive out of order.

/** Returns a function that resolves to the result of a request, or to undefined after a later call. */
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
