/** Roles of members of staff. One member has one role. */
export const staffRoles = ['viewer', 'agent', 'lead', 'auditor', 'reviewer'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Grant of a role for an act: do it at once, ask for it (another member approves), approve acts that others ask for, or nothing. */
export type Grant = 'may' | 'asks' | 'approves' | 'asks and approves' | 'no';

/**
 * Effect of an act on its person or object: shows it, tells something, takes access away, or gives access or power. What takes
 * access of a person never waits for a second member.
 */
export type ActEffect = 'shows' | 'tells' | 'takes' | 'gives';

interface ActRow {
  readonly effect: ActEffect;
  readonly grants: Readonly<Record<StaffRole, Grant>>;
}

const row = (effect: ActEffect, [viewer, agent, lead, auditor, reviewer]: readonly [Grant, Grant, Grant, Grant, Grant]): ActRow => ({
  effect,
  grants: { viewer, agent, lead, auditor, reviewer },
});

/** Every act of staff and who may do it: nothing else decides. The grants are in the order of `staffRoles`. */
export const staffActs = {
  'person.find': row('shows', ['may', 'may', 'may', 'no', 'no']),
  /** One value, for a minute. */
  'person.unmask': row('shows', ['no', 'may', 'may', 'no', 'no']),
  /** Note of a member about a person, who reads it in their copy. */
  'person.note': row('tells', ['no', 'may', 'may', 'no', 'no']),
  /** Sends a notice again, to the address that it was for. */
  'message.resend': row('tells', ['no', 'may', 'may', 'no', 'no']),
  /** To one address of the account: how to get back in, without any power. */
  'recovery.invite': row('tells', ['no', 'may', 'may', 'no', 'no']),
  /**
   * Acts of an agent, in one account for half an hour, once another member confirms it. It is never what takes two, and an
   * auditor looks at it.
   */
  'exception.ask': row('tells', ['may', 'may', 'may', 'no', 'no']),
  'exception.confirm': row('tells', ['may', 'may', 'may', 'no', 'no']),
  'exception.list': row('shows', ['may', 'may', 'may', 'may', 'no']),
  'exception.review': row('tells', ['no', 'no', 'no', 'may', 'no']),
  /** Marks an account that belongs to nobody, which only auditors know. */
  'bait.add': row('tells', ['no', 'no', 'no', 'asks and approves', 'no']),
  'bait.list': row('shows', ['no', 'no', 'no', 'may', 'no']),
  'account.lock': row('takes', ['no', 'may', 'may', 'no', 'no']),
  'account.freeze': row('takes', ['no', 'may', 'may', 'no', 'no']),
  'sessions.end': row('takes', ['no', 'may', 'may', 'no', 'no']),
  /** Unlocks an account that was locked because its owner asked. */
  'account.unlock-asked': row('tells', ['no', 'may', 'may', 'no', 'no']),
  'account.unlock': row('gives', ['no', 'asks', 'asks and approves', 'no', 'no']),
  /** Ends a dispute, or lets a way that a thief had used count again: what is asked for by it waits 72 hours. */
  /** Restores an account whose owner does not get at the link that withdraws the deletion. */
  'deletion.restore': row('gives', ['no', 'asks', 'asks and approves', 'no', 'no']),
  /** Opens a request of a person who has shown too little: it waits 72 hours, and every address can stop it. */
  'recovery.claim': row('gives', ['no', 'asks', 'asks and approves', 'no', 'no']),
  /** Data of an account that an authority wants kept, until a day. */
  'data.hold': row('takes', ['no', 'no', 'asks and approves', 'no', 'no']),
  'data.release': row('gives', ['no', 'no', 'asks and approves', 'no', 'no']),
  'hold.list': row('shows', ['no', 'no', 'may', 'may', 'no']),
  /** Of everybody. */
  'everyone.sign-out': row('takes', ['no', 'no', 'asks and approves', 'no', 'no']),
  'request.list': row('shows', ['may', 'may', 'may', 'may', 'no']),
  'request.read': row('shows', ['no', 'may', 'may', 'no', 'no']),
  /** Also a question to the person, an extension, and a request that came by mail, post or telephone. */
  'request.answer': row('tells', ['no', 'may', 'may', 'no', 'no']),
  /** Never by a member who has acted on the account. */
  'appeal.answer': row('tells', ['no', 'may', 'may', 'no', 'no']),
  'app.open': row('shows', ['may', 'may', 'may', 'may', 'may']),
  'app.review': row('tells', ['no', 'no', 'may', 'no', 'may']),
  'app.suspend': row('takes', ['no', 'no', 'may', 'no', 'may']),
  'app.resume': row('gives', ['no', 'no', 'asks and approves', 'no', 'no']),
  'app.grant-name': row('gives', ['no', 'no', 'asks and approves', 'no', 'asks']),
  'publication.preview': row('shows', ['no', 'no', 'may', 'no', 'no']),
  'publication.draft': row('tells', ['no', 'no', 'may', 'no', 'no']),
  /** Publishes a draft as it was asked for, a day ahead at least. */
  'publication.publish': row('gives', ['no', 'no', 'asks and approves', 'no', 'no']),
  /** Withdraws an approved draft, until its moment. */
  'publication.withdraw': row('takes', ['no', 'no', 'asks and approves', 'no', 'no']),
  'member.list': row('shows', ['may', 'may', 'may', 'may', 'may']),
  'member.hold': row('takes', ['no', 'no', 'may', 'may', 'no']),
  'member.grant': row('gives', ['no', 'no', 'asks and approves', 'no', 'no']),
  /** Ties a member to the account with which they sign in to the desk. */
  'member.link': row('gives', ['no', 'no', 'asks and approves', 'no', 'no']),
  'member.end': row('takes', ['no', 'no', 'asks and approves', 'no', 'no']),
  'queue.read': row('shows', ['may', 'may', 'may', 'no', 'may']),
  'audit.search': row('shows', ['no', 'no', 'no', 'may', 'no']),
  /** Exports the trail, signed: an auditor asks, and a lead lets it leave. */
  'audit.export': row('gives', ['no', 'no', 'approves', 'asks', 'no']),
  'approval.list': row('shows', ['no', 'may', 'may', 'may', 'may']),
  'alarms.read': row('shows', ['no', 'no', 'may', 'may', 'no']),
  'approval.answer': row('tells', ['no', 'no', 'may', 'may', 'no']),
} as const satisfies Readonly<Record<string, ActRow>>;

export type StaffAct = keyof typeof staffActs;

/** The acts that can wait for a second member. */
export const actsOfTwo = [
  'account.unlock',
  'deletion.restore',
  'recovery.claim',
  'data.hold',
  'data.release',
  'everyone.sign-out',
  'app.resume',
  'app.grant-name',
  'member.grant',
  'member.link',
  'member.end',
  'bait.add',
  'audit.export',
  'publication.publish',
  'publication.withdraw',
] as const satisfies readonly StaffAct[];

export type ActOfTwo = (typeof actsOfTwo)[number];
