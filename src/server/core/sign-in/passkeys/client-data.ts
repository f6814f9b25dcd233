/** Statement of the browser about a ceremony, which the authenticator signs. */
export interface ClientData {
  readonly challenge: string;
}

interface Expected {
  readonly type: 'webauthn.get' | 'webauthn.create';
  readonly origins: readonly string[];
}

/** Undefined unless the browser speaks of this kind of ceremony, on a page of ours that is in no frame of others. */
export function readClientData(text: string, { type, origins }: Expected): ClientData | undefined {
  let said: unknown;
  try {
    said = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof said !== 'object' || said === null) return undefined;
  const facts = new Map<string, unknown>(Object.entries(said));
  const [challenge, origin] = [facts.get('challenge'), facts.get('origin')];
  if (facts.get('type') !== type || typeof challenge !== 'string') return undefined;
  if (typeof origin !== 'string' || !origins.includes(origin)) return undefined;
  if ((facts.get('crossOrigin') ?? false) !== false || facts.get('topOrigin') !== undefined) return undefined;
  return { challenge };
}
