/** Why an act of staff is not done, as a sentence for the member. */
export class StaffRefusal extends Error {}
