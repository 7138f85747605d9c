import { serviceGrants, serviceRoles } from "./service-grants.ts";

/** A statement that belongs to a table, or, without a name, stands before all tables. */
interface Part {
  readonly name?: string;
  readonly text: string;
}

/** A pool, or a transaction of Knex. */
interface SqlReader {
  query(sql: string): PromiseLike<{ readonly rows: readonly Part[] }>;
}

/** Tables of the schema, as `c`. Daily partitions are created and dropped all the time. */
const isTable = `c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'knex%'
  and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')`;

/** Each reads one kind of thing from the catalogs, in a fixed order. */
const queries = {
  extensions: `
    select format('create extension %s;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname`,
  functions: `
    select pg_get_functiondef(p.oid) || ';'
             || case when has_function_privilege('public', p.oid, 'execute') then ''
                else format(E'\\nrevoke execute on function %s from public;', p.proname) end as text
      from pg_proc p where p.pronamespace = current_schema()::regnamespace order by p.proname`,
  views: `
    select format(E'create view %s as\\n%s', c.relname, pg_get_viewdef(c.oid)) as text from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('v', 'm') order by c.relname`,
  tables: `
    select c.relname as name,
           format(E'create table %s (\\n%s\\n)%s%s%s;', c.relname,
             string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then ' not null' else '' end,
               case when a.attidentity = 'a' then ' generated always as identity'
                    when a.attgenerated = 's' then ' generated always as ' || pg_get_expr(d.adbin, d.adrelid) || ' stored'
                    when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
               E',\\n' order by a.attnum),
             case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
             case when c.relispartition then ' partition of ' || (select inhparent::regclass from pg_inherits where inhrelid = c.oid)
                                             || ' ' || pg_get_expr(c.relpartbound, c.oid) else '' end,
             coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')) as text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where ${isTable}
     group by c.oid, c.relname, c.reloptions`,
  constraints: `
    select conrelid::regclass::text as name,
           format('alter table %s add constraint %s %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
      from pg_constraint
     where connamespace = current_schema()::regnamespace and conrelid <> 0 and contype not in ('n', 't')
       and conrelid::regclass::text not like 'knex%'
     order by conname`,
  indexes: `
    select tablename as name, indexdef || ';' as text from pg_indexes
     where schemaname = current_schema() and tablename not like 'knex%'
       and indexname not in (select conname from pg_constraint) order by indexname`,
  triggers: `
    select c.relname as name,
           pg_get_triggerdef(t.oid, true) || ';' || case t.tgenabled when 'O' then '' else ' -- enabled: ' || t.tgenabled::text end as text
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and ${isTable} order by t.tgname`,
  policies: `
    select c.relname as name, format('alter table %s enable row level security;', c.relname) as text
      from pg_class c where c.relrowsecurity and ${isTable}
    union all
    select tablename, format('create policy %s on %s as %s for %s to %s using (%s) with check (%s);',
                             policyname, tablename, permissive, cmd, array_to_string(roles, ', '), qual, with_check)
      from pg_policies where schemaname = current_schema()
     order by 1, 2`,
} as const;

/**
 * Describes the schema that is first in the search path, as text for reviewers and for comparison: tables with their
 * constraints, indexes, triggers, policies, and the services' privileges. It is no dump: it changes only with the schema.
 */
export async function describeSchema(database: SqlReader): Promise<string> {
  const read = async (kind: keyof typeof queries) => (await database.query(queries[kind])).rows;
  const [extensions, functions, views, tables] = [
    await read("extensions"),
    await read("functions"),
    await read("views"),
    await read("tables"),
  ];
  const parts: Part[] = [];
  for (const kind of ["constraints", "indexes", "triggers", "policies"] as const)
    parts.push(...(await read(kind)));
  const blocks = tables
    .toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? ""))
    .map(({ name, text }) => {
      const own = parts.filter((part) => part.name === name).map((part) => part.text);
      return [text, ...own, ...grantsOn(name ?? "")].join("\n");
    });
  const header =
    "-- The schema that the migrations create, for review; written by `npm run schema`, compared by a test.";
  const first = [...extensions, ...functions, ...views].map(({ text }) => text);
  return `${[header, ...first, ...blocks].join("\n\n")}\n`;
}

/** Each installation has names of its own for the services' roles. */
function grantsOn(table: string): readonly string[] {
  return serviceRoles.flatMap((service) => {
    const privileges = Object.entries(serviceGrants[service].tables[table] ?? {}).map(
      ([privilege, columns]) => (columns === "all" ? privilege : `${privilege} (${columns.join(", ")})`),
    );
    return privileges.length === 0 ? [] : [`grant ${privileges.join(", ")} on ${table} to ${service};`];
  });
}
