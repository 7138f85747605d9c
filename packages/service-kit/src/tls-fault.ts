/** Why TLS failed, by what an operator looks at next. */
export interface TlsFault {
  readonly about: "authority" | "name" | "validity" | "protocol";
  /** Without secrets, on one line. */
  readonly text: string;
}

const authorityCodes = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "INVALID_CA",
];

/** Finds the fault in an error, or in one that it wraps. Undefined if TLS did not fail. */
export function tlsFault(error: unknown): TlsFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (authorityCodes.includes(code))
    return {
      about: "authority",
      text: `none of the trusted authorities signed the server's certificate (${code})`,
    };
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return {
      about: "name",
      text: `the server's certificate is for another host: ${error.message.replace(/^.*?altnames: /, "")}`,
    };
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return { about: "validity", text: `the server's certificate is not valid today (${code})` };
  if (speaksNoTls(code, error.message))
    return { about: "protocol", text: "the server does not speak TLS on this port" };
  return error.cause === error ? undefined : tlsFault(error.cause);
}

/** The last message is Node's for a server that closes the connection at the first byte of the handshake. */
function speaksNoTls(code: string, message: string): boolean {
  return (
    code === "EPROTO" ||
    code.startsWith("ERR_SSL_") ||
    message.includes("before secure TLS connection was established")
  );
}
