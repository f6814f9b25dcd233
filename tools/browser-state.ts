import { isTree, listOf, nameOf, parseModule, textOf, walk, type Tree } from './syntax-tree.ts';

/** Personal state that a module of the web application could keep outside of its components. */
export interface KeptState {
  /** Name of the binding or of the browser's store. */
  readonly name: string;
  /** The module registers how to forget it (`whenPersonGoes`). */
  readonly isRegistered: boolean;
}

/** Objects that live as long as their module when created at module level. */
const holders = ['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Array', 'Object', 'QueryClient', 'AbortController', 'EventTarget'];

/** Methods that change an object in place. */
const changes = ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin', 'set', 'add', 'delete', 'clear'];

/** Requests whose answer may arrive after the person has changed. */
const asking = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon'];

/**
 * Browser stores that outlive a document or are shared between documents. The owner module empties sessionStorage
 * completely.
 */
const stores = ['sharedStore', 'channelTo', 'writeCookie', 'indexedDB', 'caches', 'cookieStore', 'SharedWorker', 'serviceWorker'];

/** Functions whose results have no state. */
const stateless = ['createContext', 'lazy', 'memo', 'Object.fromEntries', 'Object.entries', 'Object.keys', 'Date.now'];

/**
 * Finds mutable state at module level, uses of stores that outlive a document, and asynchronous requests: `let`,
 * collections and clients, constants that are changed in place, results of functions, properties of `window`, cookies,
 * `history.state`, `fetch`.
 */
export function findKeptState(file: string, source: string): readonly KeptState[] {
  const program = parseModule(file, source);
  const top = topLevel(listOf(program['body']));
  const found = new Set<string>(top.filter(({ isState }) => isState).map(({ name }) => name));
  const names = new Set(top.map(({ name }) => name));
  const registrations: string[] = [];
  walk(program, (node) => {
    const changed = changedIn(node);
    if (changed !== undefined && names.has(changed)) found.add(changed);
    const store = storeIn(node);
    if (store !== undefined) found.add(store);
    if (node['type'] === 'CallExpression' && nameOf(node['callee']) === 'whenPersonGoes') registrations.push(textOf(source, node));
  });
  return [...found].map((name) => ({ name, isRegistered: registrations.some((text) => new RegExp(`\\b${name}\\b`).test(text)) }));
}

interface Binding {
  readonly name: string;
  readonly isState: boolean;
}

function topLevel(body: readonly Tree[]): readonly Binding[] {
  return body.flatMap((statement) => {
    const declaration = isTree(statement['declaration']) ? statement['declaration'] : statement;
    if (declaration['type'] === 'FunctionDeclaration') return [{ name: nameOf(declaration['id']), isState: false }];
    if (declaration['type'] === 'ClassDeclaration') return [{ name: nameOf(declaration['id']), isState: hasStatics(declaration) }];
    if (declaration['type'] !== 'VariableDeclaration' || declaration['declare'] === true) return [];
    const isVariable = declaration['kind'] !== 'const';
    return listOf(declaration['declarations']).map((each) => ({
      name: nameOf(each['id']) || 'a pattern',
      isState: isVariable || holdsState(each),
    }));
  });
}

function hasStatics(declaration: Tree): boolean {
  const members = isTree(declaration['body']) ? listOf(declaration['body']['body']) : [];
  return members.some((member) => member['static'] === true && member['type'] === 'PropertyDefinition' && member['readonly'] !== true);
}

/** Whether a constant's initial value can change; a value with a readonly type cannot. */
function holdsState({ id, init }: Tree): boolean {
  if (!isTree(init) || isReadonlyType(id)) return false;
  const value = init['type'] === 'TSAsExpression' || init['type'] === 'TSSatisfiesExpression' ? init['expression'] : init;
  if (!isTree(value)) return false;
  if (value['type'] === 'NewExpression') return holders.includes(nameOf(value['callee']));
  if (value['type'] === 'ArrayExpression') return listOf(value['elements']).length === 0;
  if (value['type'] === 'ObjectExpression') return listOf(value['properties']).length === 0;
  return value['type'] === 'CallExpression' && !stateless.includes(nameOf(value['callee']));
}

function isReadonlyType(id: unknown): boolean {
  const annotation = isTree(id) && isTree(id['typeAnnotation']) ? id['typeAnnotation']['typeAnnotation'] : undefined;
  if (!isTree(annotation)) return false;
  return annotation['operator'] === 'readonly' || nameOf(annotation['typeName']).startsWith('Readonly');
}

/** The binding that a node changes in place. */
function changedIn(node: Tree): string | undefined {
  if (node['type'] === 'AssignmentExpression') return rootOf(node['left'], 'member');
  if (node['type'] === 'UpdateExpression') return rootOf(node['argument'], 'member');
  if (node['type'] === 'UnaryExpression' && node['operator'] === 'delete') return rootOf(node['argument'], 'member');
  const callee = node['type'] === 'CallExpression' && isTree(node['callee']) ? node['callee'] : undefined;
  if (callee?.['type'] !== 'MemberExpression' || !changes.includes(nameOf(callee['property']))) return undefined;
  return rootOf(callee['object']);
}

/** The browser's store, or the place in it, that a node uses. */
function storeIn(node: Tree): string | undefined {
  if (node['type'] === 'Identifier' && [...stores, ...asking].includes(nameOf(node))) return nameOf(node);
  if (node['type'] === 'AssignmentExpression') {
    const text = nameOf(node['left']);
    if (/^(?:window|globalThis|self|top|parent|opener)\./.test(text)) return text;
    if (text === 'name') return text;
  }
  if (node['type'] === 'MemberExpression' && /^history\.(?:pushState|replaceState|state)$/.test(nameOf(node))) return 'history.state';
  return undefined;
}

/** The identifier at the start of `a.b[c].d`; with `member`, undefined for a bare identifier. */
function rootOf(node: unknown, want?: 'member'): string | undefined {
  let at = node;
  let isMember = want === undefined;
  while (isTree(at) && (at['type'] === 'MemberExpression' || at['type'] === 'TSNonNullExpression')) {
    isMember = true;
    at = at['type'] === 'MemberExpression' ? at['object'] : at['expression'];
  }
  return isMember && isTree(at) && at['type'] === 'Identifier' ? nameOf(at) : undefined;
}
