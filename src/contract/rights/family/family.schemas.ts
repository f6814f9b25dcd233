import { Type } from '#contract/json-schema.ts';
import type { familyEndpoints } from '#contract/rights/family/family.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { grownChoices, guardianAnswers, guardianRelations } from '#contract/vocabulary/children.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { choice, closed, nothing, nullableText } from '#contract/shapes.schemas.ts';

/** The token of the link, or the code that a child reads out. */
const invitation = Type.String({ maxLength: 64 });
const id = Type.String({ pattern: String.raw`^[\w-]{22}$` });
const version = Type.String({ maxLength: 32 });
const day = Type.String({ description: 'YYYY-MM-DD' });

const guardians = Type.Array(closed({ nickname: Type.String(), relation: choice(guardianRelations), since: Type.String() }), {
  description: 'everybody who has agreed',
});

const consent = { relation: choice(guardianRelations), version };

export const familySchemas = {
  checkAge: {
    body: closed({ birthday: Type.String({ maxLength: 10 }), region: choice(regions) }),
    data: closed({ next: choice(['register', 'guardian']) }),
  },
  answerAge: {
    body: closed({ birthday: Type.String({ maxLength: 10 }) }),
    data: closed({ next: choice(['continue', 'guardian']) }),
  },
  putAgeOff: { body: nothing, data: closed({ remindAt: Type.String() }) },
  showGuardians: {
    data: closed({
      answer: choice([...guardianAnswers, '']),
      guardians,
      dueAt: Type.Unsafe<string | null>({ ...nullableText, description: 'until when a guardian has to agree; null where nothing waits' }),
      endsOn: Type.Unsafe<string | null>({ ...nullableText, description: 'the day on which guardians no longer see the account' }),
      choiceUntil: Type.Unsafe<string | null>({
        ...nullableText,
        description: 'end of the time in which the owner may keep or remove earlier additions; null without a choice',
      }),
    }),
  },
  inviteGuardian: {
    body: closed({
      child: Type.Optional({ ...id, description: 'a child of this account, for a second guardian; left out by the child itself' }),
    }),
    data: closed({ url: Type.String(), code: Type.String({ description: '7K2Q-9DMX' }), expiresAt: Type.String() }),
  },
  openInvitation: {
    body: closed({ invitation }),
    data: closed({
      nickname: Type.String(),
      avatar: Type.String({ description: 'address, or empty' }),
      birthYear: Type.String(),
      dueAt: nullableText,
      endsOn: day,
      version,
      region: choice(regions),
      sameBrowser: Type.Boolean({
        description: 'whether the child opened the invitation in this browser: then only a phone or a passkey proves',
      }),
    }),
  },
  consentForChild: { body: closed({ invitation, ...consent }), data: closed({ id }) },
  refuseForChild: { body: closed({ invitation }), data: nothing },
  listChildren: {
    data: closed({
      children: Type.Array(
        closed({
          id,
          nickname: Type.String(),
          answer: choice(guardianAnswers),
          since: Type.String(),
          endsOn: day,
          dueAt: nullableText,
          guardians,
        }),
      ),
    }),
  },
  showChild: {
    params: closed({ id }),
    data: closed({
      nickname: Type.String(),
      apps: Type.Array(closed({ name: Type.String(), since: Type.String() })),
      devices: Type.Array(closed({ name: Type.String(), since: Type.String() })),
    }),
  },
  withdrawForChild: { body: closed({ id }), data: closed({ dueAt: Type.String() }) },
  exportChild: { body: closed({ id, language: Type.Optional(choice(languages)) }), data: nothing },
  keepOrClean: { body: closed({ choice: choice(grownChoices) }), data: nothing },
  agreeAgain: { body: closed({ id, version }), data: nothing },
} satisfies SchemasFor<typeof familyEndpoints>;
