import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

export interface Identity {
  /** PEM */
  readonly cert: string;
  readonly key: string;
}

export type Lifetime = 'now' | 'expired' | 'future';

/** A certificate authority for one test run, and what it signs. */
export interface Authority {
  /** PEM */
  readonly cert: string;
  issue(host: string, lifetime?: Lifetime): Identity;
}

const dayMs = 86_400_000;

export function createAuthority(): Authority {
  const own = keyPair();
  const issuer = [{ shortName: 'CN', value: 'Test Authority' }];
  const root = certificate(own.publicKey, issuer, issuer, 100, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  root.sign(own.privateKey, forge.md.sha256.create());
  return {
    cert: forge.pki.certificateToPem(root),
    issue(host, lifetime = 'now') {
      const keys = keyPair();
      const days = lifetime === 'expired' ? -1 : 50;
      const leaf = certificate(keys.publicKey, nameOf(host), issuer, days, serverOf(host));
      if (lifetime === 'future') leaf.validity.notBefore = new Date(Date.now() + dayMs);
      leaf.sign(own.privateKey, forge.md.sha256.create());
      return { cert: forge.pki.certificateToPem(leaf), key: keys.pem };
    },
  };
}

/** A certificate that its own key has signed. */
export function selfSigned(host: string): Identity {
  const keys = keyPair();
  const own = certificate(keys.publicKey, nameOf(host), nameOf(host), 50, serverOf(host));
  own.sign(keys.privateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(own), key: keys.pem };
}

function nameOf(host: string): forge.pki.CertificateField[] {
  return [{ shortName: 'CN', value: host }];
}

function serverOf(host: string): object[] {
  return [
    { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    { name: 'extKeyUsage', serverAuth: true },
  ];
}

function certificate(
  publicKey: forge.pki.PublicKey,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  days: number,
  extensions: object[],
): forge.pki.Certificate {
  const made = forge.pki.createCertificate();
  made.publicKey = publicKey;
  made.serialNumber = `0${Date.now().toString(16)}${Math.floor(Math.random() * 1e6).toString(16)}`;
  made.validity.notBefore = new Date(Date.now() - 200 * dayMs);
  made.validity.notAfter = new Date(Date.now() + days * dayMs);
  made.setSubject(subject);
  made.setIssuer(issuer);
  made.setExtensions(extensions);
  return made;
}

/** Node makes keys in milliseconds; the library's own arithmetic takes seconds. */
function keyPair(): {
  publicKey: forge.pki.PublicKey;
  privateKey: forge.pki.rsa.PrivateKey;
  pem: string;
} {
  const made = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(made.publicKey),
    privateKey: forge.pki.privateKeyFromPem(made.privateKey),
    pem: made.privateKey,
  };
}
