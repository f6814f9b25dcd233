import type { ReactNode } from 'react';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import { Switch } from '#web/ui/form/fields/switch.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import type { AskedPerson } from './person-strip.tsx';
import css from './scope-list.module.css';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import { choiceKey } from '#web/widgets/profile/choice-texts.ts';
import { useCountryNames } from '#web/widgets/profile/country-names.ts';
import { zoneName } from '#web/widgets/profile/zone-names.ts';
import { scopeWords } from './scopes.ts';

interface AskedScope {
  readonly name: ConsentLine;
  readonly required: boolean;
  /** The account has nothing of it. */
  readonly missing: boolean;
}

interface ScopeListProps {
  readonly title: string;
  /** Names data that is never shared. */
  readonly never: string;
  readonly scopes: readonly AskedScope[];
  /** Whose data it is. */
  readonly person: AskedPerson;
  readonly chosen: ReadonlySet<ConsentLine>;
  readonly onChange: (name: ConsentLine, isChosen: boolean) => void;
  readonly apis?: AskedApis;
}

/** Permissions of the app at other services, in the words of those services. */
interface AskedApis {
  readonly lines: readonly { readonly name: string; readonly text: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (name: string, isChosen: boolean) => void;
}

/**
 * The scopes that an app or a device requests, each with the value that would be shared. Each can be deselected, except
 * required ones; a scope without a value cannot be selected.
 */
export function ScopeList({ title, never, scopes, person, chosen, onChange, apis }: ScopeListProps): ReactNode {
  const t = useT();
  return (
    <section className={css['scopes']} aria-labelledby="scopes">
      <h2 id="scopes">{title}</h2>
      <ul className={css['list']}>
        {scopes.map(({ name, required, missing }) => {
          const { text, icon } = scopeWords[name];
          return (
            <li key={name}>
              <label className={classes(css['scope'], missing && css['missing'])}>
                <Icon of={icon} className={css['icon']} />
                <span className={css['text']}>
                  {t(text)}
                  <span className={css['value']}>{missing ? t('cs.missing') : <SharedValue scope={name} person={person} />}</span>
                </span>
                {!required && <Switch disabled={missing} on={chosen.has(name)} onChange={(isOn) => onChange(name, isOn)} />}
              </label>
            </li>
          );
        })}
        {apis?.lines.map(({ name, text }) => (
          <li key={name}>
            <label className={css['scope']}>
              <Icon of={layoutGrid} className={css['icon']} />
              <span className={css['text']}>{text}</span>
              <Switch on={apis.chosen.has(name)} onChange={(isOn) => apis.onChange(name, isOn)} />
            </label>
          </li>
        ))}
      </ul>
      <p className={css['never']}>{never}</p>
    </section>
  );
}

/** The value as the person knows it, contacts masked. Some scopes have none. */
function SharedValue({ scope, person }: { readonly scope: ConsentLine; readonly person: AskedPerson }): ReactNode {
  const value = useValue(scope, person);
  if (scope !== 'profile') return value;
  return <Person person={person} />;
}

/** A text for each line that shows one. */
function useValue(line: ConsentLine, person: AskedPerson): ReactNode {
  const t = useT();
  const countries = useCountryNames();
  const { gender, birthday, zone, address, country } = person;
  const genderText = gender === 0 ? '' : t(choiceKey('gender', String(gender)));
  const birthdayText = birthday === '' ? '' : calendarDayText(birthday);
  const values: Partial<Record<ConsentLine, ReactNode>> = {
    email: <MaskedContact masked={person.email} />,
    phone: <MaskedContact masked={person.phone} />,
    address: [address, countries?.[country] ?? country].filter((part) => part !== '').join(' · '),
    personal: [genderText, birthdayText, zoneName(zone)].filter((part) => part !== '').join(' · '),
    'claim.name': person.nickname,
    'claim.nickname': person.nickname,
    'claim.preferred_username': person.username,
    'claim.gender': genderText,
    'claim.birthdate': birthdayText,
    'claim.zoneinfo': zoneName(zone),
  };
  const same: Partial<Record<ConsentLine, ConsentLine>> = {
    'claim.email': 'email',
    'claim.phone_number': 'phone',
    'claim.address': 'address',
  };
  return values[same[line] ?? line] ?? null;
}

function Person({ person }: { readonly person: AskedPerson }): ReactNode {
  const t = useT();
  const { nickname, username, profileImage } = person;
  return (
    <span className={css['person']}>
      {profileImage !== '' && <Avatar src={profileImage} size="xs" />}
      <span className={css['name']} title={nickname}>
        {username === '' ? nickname : t('cs.names', { nickname, username })}
      </span>
    </span>
  );
}
