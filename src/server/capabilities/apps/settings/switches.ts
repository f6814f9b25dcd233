import { limits } from '#contract/limits.ts';
import type { Store } from '#server/core/store.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { keepSwitches, takeOwnersTurn, type SettingPlace } from './settings.guarded.ts';
import { readState } from './settings.repository.ts';

type Named = Pick<SettingPlace, 'clientId' | 'key'>;

/** A setting of one account, on or off. */
export interface SettingSwitch extends Named {
  readonly on: boolean;
}

/** The settings of an account that are switched off. */
export class SwitchedOff {
  readonly #names: ReadonlySet<string>;

  /** @param kept as a row has it; none without a row */
  constructor(kept = '[]') {
    const names: readonly string[] = JSON.parse(kept);
    this.#names = new Set(names);
  }

  has(setting: Named): boolean {
    return this.#names.has(nameOf(setting));
  }

  get list(): readonly Named[] {
    return [...this.#names].map((name) => {
      const [clientId = '', key = ''] = name.split(' ');
      return { clientId, key };
    });
  }

  of(clientId: string): readonly string[] {
    return this.list.filter((one) => one.clientId === clientId).map(({ key }) => key);
  }

  /**
   * As a row keeps it after these changes.
   * @throws {Refusal} settingsFull
   */
  after(switches: readonly SettingSwitch[]): string {
    const names = new Set(this.#names);
    for (const one of switches) {
      if (one.on) names.delete(nameOf(one));
      else names.add(nameOf(one));
    }
    if (names.size > limits.settingsMax) throw new Refusal('settingsFull', { reason: 'switches' });
    return JSON.stringify([...names].toSorted());
  }
}

function nameOf({ clientId, key }: Named): string {
  return `${clientId} ${key}`;
}

/**
 * Switches settings one by one, in the caller's transaction. A repeat changes nothing but the version of the list.
 * @throws {Refusal} settingsFull
 */
export async function turnSwitches(
  { db, clock }: Pick<Store, 'db' | 'clock'>,
  accountId: string,
  switches: readonly SettingSwitch[],
): Promise<void> {
  await takeOwnersTurn(db, { accountId, version: newId(), at: clock.now() });
  const now = new SwitchedOff((await readState(db, accountId))?.switched_off);
  await keepSwitches(db, accountId, now.after(switches));
}
