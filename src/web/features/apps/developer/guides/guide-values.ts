/** What is filled into a quickstart. */
export interface GuideValues {
  readonly issuer: string;
  readonly clientID: string;
}

/** The values that stand in the files. */
const written: GuideValues = { issuer: 'http://localhost:3000', clientID: 'cedar-demo' };

/** A file with the values of an app in the places of the written ones; the rest byte for byte. */
export function filledIn(text: string, { issuer, clientID }: GuideValues): string {
  return text.replaceAll(`'${written.issuer}'`, `'${issuer}'`).replaceAll(`'${written.clientID}'`, `'${clientID}'`);
}
