import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { translate, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { navigate, navigateLater } from '#web/lib/page/router.ts';
import { notify } from '#web/lib/page/notify.ts';
import { changePerson, isSomebodys } from '#web/lib/person/person-state.ts';
import { isAborted, RefusalError } from './refusal-error.ts';
import { ruleText } from '#web/lib/texts/rule-text.ts';
import { goToLogin, isForVisitors } from '#web/lib/person/session.ts';

export interface RefusalHandlers {
  /** Marks a form field with the failed rule. Returns false if the form does not have the field. */
  readonly onField?: (field: string, rule: string) => boolean | void;
  /** Handles refusals that the catalogue leaves to the caller. Returns false to leave one to the toast. */
  readonly onCaller?: (error: RefusalError) => boolean | void;
}

/** The end of a risky session: the page after sign-out, which then shows the reason (spec 4, code 4010). */
export const lockedPath = '/logout?reason=risk';

/**
 * Handles a refusal as its catalogue entry says: marks fields, shows the toast, and navigates, immediately or after the
 * delay. Rethrows any other error, because it is a bug. Ignores an aborted call.
 */
export function handleRefusal(error: unknown, handlers: RefusalHandlers = {}): void {
  if (isAborted(error)) return;
  if (!(error instanceof RefusalError)) throw error;
  if (error.refusal === 'offline') {
    // While the browser is offline, the notice stays until it is back online (spec 4).
    notify({ kind: 'error', text: translate('toast.404'), sticky: !navigator.onLine, key: 'offline' });
    return;
  }
  if (error.refusal === 'late') {
    notify({ kind: 'error', text: refusalText(error) });
    return;
  }
  const entry: CatalogueEntry = catalogue[error.refusal];
  if (entry.after !== undefined) {
    follow(error, entry.after);
    return;
  }
  if (markFields(error, entry, handlers)) return;
  if (entry.show === 'caller' && handlers.onCaller !== undefined && handlers.onCaller(error) !== false) return;
  notify({ kind: 'error', text: refusalText(error) });
}

/** The text of a refusal: the catalogue's in the current language; for an unknown number, with the request's id. */
export function refusalText(error: RefusalError): string {
  if (error.refusal === 'offline') return translate('toast.404');
  if (error.refusal === 'late') return translate('msg.timeout');
  if (error.refusal === 'unknown') {
    const text = translate('toast.1000');
    return error.requestId === '' ? text : `${text} (${translate('toast.requestId', { id: error.requestId })})`;
  }
  const local = localTexts[error.refusal];
  return error.message !== '' ? error.message : translate(local ?? 'toast.500');
}

/** For answers that did not come from our server and therefore have no text. */
const localTexts: Partial<Record<keyof typeof catalogue, MessageKey>> = {
  badRequest: 'toast.400',
  forbidden: 'toast.403',
  notFound: 'toast.404',
  payloadTooLarge: 'toast.400',
  tooManyRequests: 'msg.freq',
  gatewayTimeout: 'toast.504',
  configFail: 'toast.1008',
};

function markFields(error: RefusalError, entry: CatalogueEntry, handlers: RefusalHandlers): boolean {
  const failed = Object.entries(error.fields);
  if (failed.length === 0 && entry.rule !== undefined && entry.field !== undefined && entry.field !== 'given') {
    failed.push([entry.field, entry.rule]);
  }
  const unmarked = failed.filter(([field, rule]) => handlers.onField === undefined || handlers.onField(field, rule) === false);
  const [first] = unmarked;
  if (first !== undefined) notify({ kind: 'error', text: ruleText(...first) ?? refusalText(error) });
  return failed.length > 0;
}

function follow(error: RefusalError, after: NonNullable<CatalogueEntry['after']>): void {
  const go = (): void => {
    if (after.go === 'logout') navigate(lockedPath, { replace: true });
    else if (after.go === 'userCenter') navigate('/', { replace: true });
    else goToLogin({ expired: true });
  };
  if (after.go !== 'userCenter' && isSomebodys() && !isForVisitors(location.pathname)) changePerson('lapses');
  if (after.afterSeconds === 0) go();
  // Several calls of one page may be refused together: show one notice, navigate once.
  else if (navigateLater(go, after.afterSeconds * 1000)) notify({ kind: 'warning', text: refusalText(error) });
}
