import { useState } from 'react';
import { handleRefusal, type RefusalHandlers } from '#web/lib/api/refusals.ts';

/** A failed rule of a field, with the kind that selects its text. */
export interface Failure {
  readonly as: string;
  readonly rule: string;
}

interface MarksOptions {
  /** The fields of the form. */
  readonly names: readonly string[];
  /** Server field names that differ from this form's names. */
  readonly aliases: Readonly<Record<string, string>> | undefined;
  readonly onRefusal: RefusalHandlers['onCaller'] | undefined;
  /** The field kind that selects the texts of a field's rules. */
  readonly kindOf: (name: string) => string;
  /** A field was marked. */
  readonly onFail: (name: string) => void;
}

/** Failures that stay on fields until they change, in addition to those of the rules. */
export interface Marks {
  readonly markOf: (name: string) => Failure | undefined;
  readonly fail: (name: string, rule: string, as?: string) => void;
  readonly clear: (name: string) => void;
  readonly clearAll: () => void;
  readonly setRefusal: (error: unknown, onCaller?: RefusalHandlers['onCaller']) => boolean;
}

const usualAliases: Readonly<Record<string, readonly string[]>> = {
  smsCode: ['code'],
  emailCode: ['code'],
  phone: ['account', 'contact'],
  email: ['account', 'contact'],
  username: ['account'],
  password: ['newPassword'],
};

export function useMarks({ names: known, aliases, onRefusal, kindOf, onFail }: MarksOptions): Marks {
  const [marks, setMarks] = useState<Readonly<Record<string, Failure>>>({});

  function fail(name: string, rule: string, as = kindOf(name)): void {
    setMarks((now) => ({ ...now, [name]: { as, rule } }));
    onFail(name);
  }

  function setRefusal(error: unknown, onCaller = onRefusal): boolean {
    let marked = false;
    handleRefusal(error, {
      onField: (field, rule) => {
        const names = [field, aliases?.[field], ...(usualAliases[field] ?? [])];
        const name = names.find((each) => each !== undefined && known.includes(each));
        if (name === undefined) return false;
        fail(name, rule, field);
        marked = true;
        return true;
      },
      ...(onCaller === undefined ? {} : { onCaller }),
    });
    return marked;
  }

  function clear(name: string): void {
    setMarks((now) => (name in now ? Object.fromEntries(Object.entries(now).filter(([other]) => other !== name)) : now));
  }

  return { markOf: (name) => marks[name], fail, clear, clearAll: () => setMarks({}), setRefusal };
}
