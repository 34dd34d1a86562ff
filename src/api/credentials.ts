/** Issued by the account site (service-spec.md, "Authentication"). */
export interface Credentials {
  readonly tenantId: string;
  readonly apiKey: string;
}

export type CredentialProblem = 'empty' | 'colon' | 'controlCharacter';

// oxlint-disable-next-line no-control-regex -- it looks for control characters
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** A colon would end the tenant ID early (RFC 7617, section 2). */
export function tenantIdProblem(tenantId: string): CredentialProblem | undefined {
  return textProblem(tenantId) ?? (tenantId.includes(':') ? 'colon' : undefined);
}

/** A line break in a key is a paste mistake, and in a header an injection. */
export function apiKeyProblem(apiKey: string): CredentialProblem | undefined {
  return textProblem(apiKey);
}

function textProblem(text: string): CredentialProblem | undefined {
  if (text === '') return 'empty';
  return controlCharacter.test(text) ? 'controlCharacter' : undefined;
}

/** The value of the `Authorization` header, in UTF-8 as RFC 7617 recommends. */
export function basicAuthorization({ tenantId, apiKey }: Credentials): string {
  return `Basic ${Buffer.from(`${tenantId}:${apiKey}`, 'utf8').toString('base64')}`;
}
