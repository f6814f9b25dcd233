import { useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { limits } from '#contract/limits.ts';
import { required } from '#contract/rules/rule.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { user, users } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './testers.module.css';
import { AppPage } from '../app-page.tsx';
import { RemovalDialog } from '../app-secrets/removal-dialog.tsx';
import { reloadApp, type OwnApp } from '../use-developer.ts';

type Tester = OwnApp['testers'][number];

const tones = { invited: 'neutral', accepted: 'success', refused: 'warning' } as const;

/** /developer/apps/:id/testers: the accounts that may sign in while the app is being tested. */
export function Testers(): ReactNode {
  return <AppPage lead="dc.tu.lead">{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const [removing, setRemoving] = useState<Tester>();
  const [open, setOpen] = useState(false);
  const { clientID: id, testers } = app;
  return (
    <Stack>
      {testers.length < limits.testers && <Invite id={id} />}
      <Card>
        {testers.length === 0 ? (
          <Empty icon={users} title={t('dc.tu.empty.h')}>
            {t('dc.tu.empty.b', { n: limits.testers })}
          </Empty>
        ) : (
          <Rows>
            {testers.map((tester) => (
              <Row
                key={tester.id}
                lead={<Tile icon={user} round />}
                title={
                  <span className={css['title']}>
                    {shownMask(tester.account)}
                    <Badge tone={tones[tester.state]}>{t(`dc.tu.${tester.state}`)}</Badge>
                  </span>
                }
                note={t('dc.tu.since', { date: dayText(tester.invitedAt) })}
                action={
                  <Button
                    size="sm"
                    label={t('dc.tu.removeOne', { name: shownMask(tester.account) })}
                    onClick={() => {
                      setRemoving(tester);
                      setOpen(true);
                    }}
                  >
                    {t('dc.remove')}
                  </Button>
                }
              />
            ))}
          </Rows>
        )}
      </Card>
      {removing !== undefined && (
        <RemovalDialog
          open={open}
          onClose={() => setOpen(false)}
          title={t('dc.tu.remove.h', { name: shownMask(removing.account) })}
          lead={t('dc.tu.remove.b')}
          done="dc.tu.remove.ok"
          remove={() => call(developerEndpoints.removeTester, { params: { id, tester: removing.id }, body: {} })}
          after={() => reloadApp(id)}
        />
      )}
    </Stack>
  );
}

function Invite({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const form = useAppForm({
    defaults: { account: '' },
    rules: {
      account: { rules: [required], normalize: (value: string) => value.trim(), words: { required: 'dc.tu.enter', regex: 'dc.tu.enter' } },
    },
    onSubmit: async ({ account }) => {
      await call(developerEndpoints.inviteTester, { params: { id }, body: { account } });
      form.set('account', '');
      // The same words for every account: nobody learns whether it exists.
      notify({ kind: 'success', text: translate('dc.tu.sent') });
      await reloadApp(id);
    },
  });
  return (
    <Card pad>
      <FormShell form={form} label={t('dc.tu.invite')}>
        <div className={css['invite']}>
          <TextField form={form} name="account" label={t('dc.tu.account')} input={{ autoComplete: 'off' }} />
          <Button type="submit" variant="primary" size="lg" busy={form.pending}>
            {t('dc.tu.invite')}
          </Button>
        </div>
      </FormShell>
    </Card>
  );
}
