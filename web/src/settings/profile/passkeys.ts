// Passkeys of the user: the routes, and the browser's part in adding one.

import { api } from "../../lib/api";
import type { BeginPasskey, CreationOptions, RegistrationResponse } from "../../lib/api-types";

export const passkeysApi = {
  list: () => api.get("/api/auth/passkeys"),
  begin: (body: BeginPasskey) => api.post("/api/auth/passkeys/options", { body }),
  add: (name: string, credential: RegistrationResponse) =>
    api.post("/api/auth/passkeys", { body: { name, credential } }),
  rename: (id: string, name: string) => api.patch("/api/auth/passkeys/{id}", { id, body: { name } }),
  remove: (id: string) => api.delete("/api/auth/passkeys/{id}", { id }),
};

/** Whether this browser has passkeys, on this page. */
export const hasPasskeys = () => "PublicKeyCredential" in window;

/** Why the browser made no passkey: the device has one already (`known`), or any other reason (`unused`). */
export type PasskeyFault = "known" | "unused";

/** The reason for which the browser made no passkey; none when the error is not the browser's. */
export function passkeyFault(fault: unknown): PasskeyFault | undefined {
  if (!(fault instanceof DOMException)) return undefined;
  return fault.name === "InvalidStateError" ? "known" : "unused";
}

/** A new passkey of this device, or of another one (`isElsewhere`), such as a phone. */
export type MadePasskey = { credential: RegistrationResponse; isElsewhere: boolean };

/** Lets the browser make a passkey. Throws a `DOMException` when it makes none. */
export async function makePasskey(options: CreationOptions): Promise<MadePasskey> {
  const made = (await navigator.credentials.create({ publicKey: creation(options) })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    credential: {
      response: {
        clientDataJSON: toBase64url(response.clientDataJSON),
        attestationObject: toBase64url(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    },
    isElsewhere: made.authenticatorAttachment === "cross-platform",
  };
}

/** The options in the form that the browser takes. */
function creation(options: CreationOptions): PublicKeyCredentialCreationOptions {
  return {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64url(options.challenge),
    user: { ...options.user, id: fromBase64url(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(({ id, transports }) => ({
      type: "public-key",
      id: fromBase64url(id),
      transports: transports as AuthenticatorTransport[],
    })),
  };
}

const PLATFORMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** The name of the platform in a browser's user agent; none when it names no known one. */
export function platformName(userAgent: string): string | undefined {
  return PLATFORMS.find(([pattern]) => pattern.test(userAgent))?.[1];
}

export function toBase64url(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
