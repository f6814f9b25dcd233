import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { leaveList } from '#web/ui/layout/leaving-row.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { devicesKey, type Device } from '#web/widgets/device/devices.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';

/** One device with its row, or all except this browser. */
export type Removal = 'others' | { readonly device: Device; readonly name: string; readonly row: Element | null };

interface RemovalDialogProps {
  readonly removal: Removal;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before the account is signed out elsewhere. */
export function RemovalDialog({ removal, open, onClose }: RemovalDialogProps): ReactNode {
  const t = useT();
  const all = removal === 'others';

  async function remove(): Promise<void> {
    if (!(await (all ? removeOthers() : removeOne(removal.device)))) return;
    // Synchronously, so that the dialog returns the focus before it moves on.
    flushSync(onClose);
    notify({ kind: 'success', text: translate(all ? 'dv.others.ok' : 'dv.remove.ok') });
    await afterwards(removal);
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title={all ? t('dv.others.h') : t('dv.remove.h', { device: removal.name })}
      lead={t(all ? 'dv.others.b' : 'dv.remove.b')}
      verb={t(all ? 'dv.others.btn' : 'dv.remove')}
      act={remove}
    />
  );
}

/** A device that is already gone counts as removed. False if the person canceled the identity proof. */
async function removeOne({ id }: Device): Promise<boolean> {
  try {
    return (await withProof({ action: 'endOthers' }, () => call(devicesEndpoints.unbindDevice, { body: { id } }))) !== undefined;
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
  return true;
}

/** False if the person canceled the identity proof. */
async function removeOthers(): Promise<boolean> {
  return (await withProof({ action: 'endOthers' }, () => call(devicesEndpoints.unbindOthers, { body: {} }))) !== undefined;
}

async function afterwards(removal: Removal): Promise<void> {
  const keep = (isKept: (device: Device) => boolean): void => {
    accountCache.setQueryData<readonly Device[]>(devicesKey, (devices) => devices?.filter(isKept));
  };
  if (removal === 'others') {
    keep(({ current }) => current);
    document.querySelector<HTMLElement>('h1')?.focus();
    return;
  }
  const remove = (): void => keep(({ id }) => id !== removal.device.id);
  if (removal.row === null) remove();
  else await leaveList(removal.row, remove);
}
