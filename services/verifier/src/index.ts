export { buildVerifier, type VerifierDeps } from "./build-verifier.ts";
export { readVerifierConfig, type VerifierConfig, verifierSettings } from "./verifier-config.ts";
