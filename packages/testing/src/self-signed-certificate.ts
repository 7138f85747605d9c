import { generateKeyPairSync, sign } from "node:crypto";

const sequence = 0x30;
const oids = {
  ecdsaWithSha256: "06082a8648ce3d040302",
  commonName: "0603550403",
  subjectAltName: "0603551d11",
} as const;

/** Creates a key and a certificate for one DNS name, valid until 2049; the repository stores no key. */
export function selfSignedCertificate(dnsName: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(sequence, hex(oids.ecdsaWithSha256));
  const name = der(
    sequence,
    der(0x31, der(sequence, hex(oids.commonName), der(0x0c, text("test receiver")))),
  );
  const validity = der(sequence, der(0x17, text("250101000000Z")), der(0x17, text("491231235959Z")));
  const altNames = der(0x04, der(sequence, der(0x82, text(dnsName))));
  const toSign = der(
    sequence,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(sequence, der(sequence, hex(oids.subjectAltName), altNames))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toSign, privateKey));
  const body = der(sequence, toSign, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from([content.length >> 8, content.length & 0xff]);
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content]);
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, "hex");
}

function text(characters: string): Buffer {
  return Buffer.from(characters, "utf8");
}
