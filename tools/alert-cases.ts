/** Series of a test by their names, in the notation of promtool: `0+1x20` rises by one a minute. */
export type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  /** Series under which it fires at `atMinutes`. */
  readonly fires: Series;
  /** Series under which it does not, at the same time. */
  readonly sleeps: Series;
  /** 30 where nothing is said. */
  readonly atMinutes?: number;
}

const own = (name: string, labels = ''): string => `${name}{job="cedar-id",instance="a"${labels === '' ? '' : `,${labels}`}}`;
/** One series that is first `high` and in the other case `low`. */
const level = (name: string, high: string, low: string, labels?: string): AlertCase => ({
  fires: { [own(name, labels)]: `${high}x120` },
  sleeps: { [own(name, labels)]: `${low}x120` },
});
const requests = (labels: string): string => own('cedar_http_requests_total', labels);
const site = (name: string): string => `${name}{job="cedar-id-site",instance="https://id.example.com/healthz"}`;
const bucket = (le: string): string => own('cedar_http_request_duration_seconds_bucket', `method="GET",le="${le}"`);
const passwords = (code: number): string => requests(`route="/api/login/password",code="${code}"`);
const sends = requests('route="/api/captcha/account/sms/send/:scene",code="1011"');

/** A test of each alert of deploy/prometheus/alerts.yml. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  SiteAway: { fires: { [site('probe_success')]: '0x60' }, sleeps: { [site('probe_success')]: '1x60' } },
  InstanceDown: level('up', '0', '1'),
  DatabaseAway: level('cedar_database_up', '0', '1'),
  DiskFull: level('cedar_disk_free_bytes', '900000000', '2000000000'),
  // At night: one person asks for one code, which is tried three times in twelve seconds.
  MessagesNotTaken: {
    fires: {
      [own('cedar_message_tries_failed_total', 'channel="email"')]: '0x25 3x35',
      [own('cedar_messages_taken_total', 'channel="email"')]: '40x60',
    },
    // One provider of two takes messages.
    sleeps: {
      [own('cedar_message_tries_failed_total', 'channel="sms"')]: '0+5x60',
      [own('cedar_messages_taken_total', 'channel="sms"')]: '0+1x60',
    },
    atMinutes: 27,
  },
  MessagesDoNotLeave: level('cedar_outbox_oldest_seconds', '200', '30'),
  CodesDoNotLeave: level('cedar_codes_not_taken', '4', '1'),
  ServerErrors: {
    fires: { [requests('status="200"')]: '0+100x60', [requests('status="503"')]: '0+3x60' },
    sleeps: { [requests('status="200"')]: '0+1000x60', [requests('status="503"')]: '0+3x60', [requests('status="424"')]: '0+500x60' },
  },
  SlowCalls: {
    fires: { [bucket('0.25')]: '0+90x60', [bucket('1')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
    sleeps: { [bucket('0.1')]: '0+100x60', [bucket('0.25')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
  },
  PasswordsWait: level('cedar_password_hashes_waiting', '20', '3'),
  PasswordsRefused: level('cedar_password_hashes_refused_total', '0+120', '0+10', 'reason="full"'),
  EncryptedBodiesRefused: level('cedar_encrypted_bodies_refused_total', '0+120', '0+10', 'reason="full"'),
  EventLoopLag: level('nodejs_eventloop_lag_p99_seconds', '0.3', '0.02'),
  MemoryGrows: level('process_resident_memory_bytes', '1600000000', '300000000'),
  CodesRunOut: { fires: { [sends]: '0+10x60' }, sleeps: { [sends]: '0+1x60' } },
  BudgetRunsOut: level('cedar_message_budget_used', '0.9', '0.5', 'budget="codes of strangers"'),
  CodesForNobody: {
    fires: {
      [own('cedar_codes_discarded_total', 'channel="sms"')]: '0+10x60',
      [own('cedar_codes_sent_total', 'channel="sms"')]: '0+2x60',
    },
    sleeps: {
      [own('cedar_codes_discarded_total', 'channel="sms"')]: '0+2x60',
      [own('cedar_codes_sent_total', 'channel="sms"')]: '0+10x60',
    },
  },
  WrongPasswords: {
    fires: { [passwords(3007)]: '0+600x60', [passwords(200)]: '0+10x60' },
    sleeps: { [passwords(3007)]: '0+10x60', [passwords(200)]: '0+100x60' },
  },
  StrangersFillTheDatabase: level('cedar_stranger_rows', '60000', '400'),
  AuditFaults: level('cedar_audit_faults', '1', '0'),
  AuditNotSealed: level('cedar_audit_rows_unsealed', '600', '20'),
  AuditNotChecked: { ...level('cedar_audit_seals_unchecked', '12', '0'), atMinutes: 50 },
  RequestsOverdue: level('cedar_requests_overdue', '1', '0'),
  BackupOld: { ...level('cedar_backup_age_seconds', '172800', '3600'), atMinutes: 90 },
  'BackupOld without any': { fires: { [own('up')]: '1x120' }, sleeps: { [own('cedar_backup_age_seconds')]: '3600x120' }, atMinutes: 90 },
  CertificateEnds: {
    fires: { [site('probe_ssl_earliest_cert_expiry')]: '864000x120' },
    sleeps: { [site('probe_ssl_earliest_cert_expiry')]: '8640000x120' },
    atMinutes: 90,
  },
  ClockBehind: level('cedar_clock_lead_seconds', '8', '0.1'),
};

/** The alert of a case, whose name may continue with the subject of the case. */
export function alertOf(name: string): string {
  return name.split(' ', 1)[0] ?? '';
}
