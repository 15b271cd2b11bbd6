// Loaded before a client that cannot be told a key: everything it fetches carries `LECTERN_KEY`.

const plain = globalThis.fetch;

globalThis.fetch = (address, options = {}) => {
  const headers = new Headers(options.headers);
  headers.set("Authorization", `Bearer ${process.env.LECTERN_KEY}`);
  return plain(address, { ...options, headers });
};
