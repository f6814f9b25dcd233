/** Why an act of staff is not done: the role, the account of the member, nobody who could approve, or what has changed. */
export type StaffRefusalCause = 'role' | 'own' | 'alone' | 'changed';

/** Why an act of staff is not done, as a sentence for the member. */
export class StaffRefusal extends Error {
  readonly why: StaffRefusalCause;

  constructor(sentence: string, why: StaffRefusalCause = 'changed') {
    super(sentence);
    this.why = why;
  }
}
