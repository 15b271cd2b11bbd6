// Loaded before a client that has no option for an API key: adds `LECTERN_KEY` to everything it fetches.

const plain = globalThis.fetch;

globalThis.fetch = (address, options = {}) => {
  const headers = new Headers(options.headers);
  headers.set("Authorization", `Bearer ${process.env.LECTERN_KEY}`);
  return plain(address, { ...options, headers });
};
