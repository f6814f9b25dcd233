/** The ways of an account that a thief could take. */
export interface Standing {
  readonly contacts: readonly string[];
  readonly passwordHash: string | null;
  readonly passkeys: number;
  readonly totps: number;
  readonly socials: number;
  readonly codesMadeAt: number | null;
  readonly isProtected: boolean;
  readonly state: string;
}
