import type { Db } from '#server/core/database.ts';
import type { Account } from './account.ts';

/** The items of a profile that are columns of the account. */
export type ProfileItems = Partial<
  Pick<
    Account,
    | 'gender'
    | 'birthday'
    | 'address'
    | 'realName'
    | 'signature'
    | 'profile'
    | 'country'
    | 'degree'
    | 'school'
    | 'department'
    | 'year'
    | 'industry'
    | 'company'
    | 'title'
  >
>;

/** Writes the items that are given, by a list of columns that nothing from a request extends. */
export async function writeProfileItems(db: Db, accountId: string, items: ProfileItems): Promise<void> {
  const { gender, birthday, address, realName, signature, profile, country, degree, school, department, year, industry, company, title } =
    items;
  const columns = {
    ...(gender === undefined ? {} : { gender }),
    ...(birthday === undefined ? {} : { birthday }),
    ...(address === undefined ? {} : { address }),
    ...(realName === undefined ? {} : { real_name: realName }),
    ...(signature === undefined ? {} : { signature }),
    ...(profile === undefined ? {} : { profile }),
    ...(country === undefined ? {} : { country }),
    ...(degree === undefined ? {} : { degree }),
    ...(school === undefined ? {} : { school }),
    ...(department === undefined ? {} : { department }),
    ...(year === undefined ? {} : { year }),
    ...(industry === undefined ? {} : { industry }),
    ...(company === undefined ? {} : { company }),
    ...(title === undefined ? {} : { title }),
  };
  if (Object.keys(columns).length > 0) await db.q().updateTable('accounts').set(columns).where('id', '=', accountId).execute();
}
