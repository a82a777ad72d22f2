import type pg from 'pg';

/** Tables without tenant data, by name. Everything else belongs to a customer and is held to the rules below. */
const globalTables = [
  'customer_directory',
  'login_directory',
  'login_throttle',
  'spent',
  'guest_directory',
  'domain_directory',
  'migrations',
  'software_versions',
  'version_variants',
  'feeds',
  'feed_files',
  'feed_rejections',
  'advisories',
  'known_exploited',
  'cves',
  'epss_scores',
  'channels',
  'channel_rules',
  'manifests',
  'packages',
  'package_statements',
  'package_builds',
  'package_lifts',
  'packager_contact',
  'channel_versions',
  'eol_products',
  'eol_cycles',
  'windows_products',
  'windows_updates',
  'windows_update_supersedes',
  'windows_product_cves',
  'windows_update_cves',
  'applications',
  'version_verdicts',
  'set_aside_versions',
  'verdict_changes',
  'catalog_revision',
];
/** Functions that run as their owner, each reviewed: what it touches and that its search path is pinned. */
const reviewedDefiners = ['jobs.enqueue', 'app.keep_months'];
const appRoles = ['patchkeep_api', 'patchkeep_worker', 'patchkeep_queue'];

interface Rule {
  rule: string;
  /** Selects one text column: the offenders. $1 holds the global tables, $2 the reviewed functions, $3 the roles. */
  offenders: string;
}

const tenantTables = `
  select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relispartition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> all ($1::text[])`;

/** Policies of tenant tables with what they say about reading and writing. */
const policies = `
  select t.relname, p.oid as policy, concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as rules
  from (${tenantTables}) t join pg_policy p on p.polrelid = t.oid`;

/** The column names of a key, in order. */
const keyColumns = (relation: string, numbers: string): string => `
  (select array_agg(a.attname::text order by key.position)
   from unnest(${numbers}) with ordinality as key (number, position)
   join pg_attribute a on a.attrelid = ${relation} and a.attnum = key.number)`;

/**
 * What the database itself must look like for tenants to stay apart and for the schema to distribute by customer.
 * Each rule was seen to leak, or to be refused by a distributed database, when broken.
 */
const rules: Rule[] = [
  {
    rule: 'a tenant table has customer_id',
    offenders: `select t.relname from (${tenantTables}) t where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'customer_id' and a.attnotnull)`,
  },
  {
    rule: 'row-level security is on and forced, on every partition too',
    offenders: `select relname from (${tenantTables}) t where not (relrowsecurity and relforcerowsecurity)`,
  },
  {
    rule: 'a policy guards reading and writing by the customer',
    offenders: `select t.relname from (${tenantTables}) t where not exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd = '*' and p.polpermissive and pg_get_expr(p.polqual, p.polrelid) like '%app.customer%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.customer%')`,
  },
  {
    rule: 'no second policy widens the first',
    offenders: `select t.relname from (${tenantTables}) t join pg_policy p on p.polrelid = t.oid where p.polpermissive group by t.relname having count(*) > 1`,
  },
  {
    rule: 'a policy reads settings, never tables',
    offenders: `select t.relname from (${policies}) t where rules ~ '\\mFROM\\M'`,
  },
  {
    // A function could read tables; those of PostgreSQL itself are pinned and are no dependency.
    rule: 'a policy calls no function of ours',
    offenders: `select t.relname from (${policies}) t where exists (select from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = t.policy and d.refclassid = 'pg_proc'::regclass)`,
  },
  {
    // Outside of a sub-select a setting is read and parsed for every row.
    rule: 'a policy reads its settings once per statement',
    offenders: `select t.relname from (${policies}) t where regexp_count(rules, 'current_setting') > regexp_count(rules, '\\( SELECT ')`,
  },
  {
    rule: 'primary and unique keys begin with customer_id',
    offenders: `select i.indexrelid::regclass::text from (${tenantTables}) t join pg_index i on i.indrelid = t.oid where i.indisunique and (${keyColumns('i.indrelid', 'i.indkey::int2[]')})[1] is distinct from 'customer_id'`,
  },
  {
    rule: 'a tenant table has a primary key',
    offenders: `select t.relname from (${tenantTables}) t where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  },
  {
    rule: 'foreign keys between tenant tables carry customer_id first',
    offenders: `select k.conname from (${tenantTables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' join pg_class f on f.oid = k.confrelid where f.relname <> all ($1::text[]) and (${keyColumns('k.conrelid', 'k.conkey')})[1] is distinct from 'customer_id'`,
  },
  {
    rule: 'no foreign key sets customer_id null or moves it',
    offenders: `select k.conname from (${tenantTables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' where k.confdeltype in ('n', 'd') or k.confupdtype <> 'a'`,
  },
  {
    rule: 'a global table refers to no tenant table',
    offenders: `select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid where k.contype = 'f' and c.relname = any ($1::text[]) and f.relname <> all ($1::text[])`,
  },
  {
    rule: 'no identity or serial columns in tenant tables',
    offenders: `select t.relname from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval%'`,
  },
  {
    rule: 'no column default computes a value',
    offenders: `select t.relname from (${tenantTables}) t join pg_attrdef d on d.adrelid = t.oid where pg_get_expr(d.adbin, d.adrelid) ~* '(now|random|uuid|timestamp)\\w*\\('`,
  },
  {
    rule: 'no triggers on tenant tables',
    offenders: `select g.tgname from (${tenantTables}) t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`,
  },
  {
    rule: 'no materialised views',
    offenders: `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'm' and n.nspname = 'public' and cardinality($1::text[]) > 0`,
  },
  {
    rule: 'views run with the rights of who asks',
    offenders: `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and n.nspname in ('public', 'app') and not coalesce('security_invoker=true' = any (c.reloptions), false) and cardinality($1::text[]) > 0`,
  },
  {
    rule: 'no function runs as its owner unless reviewed, with its search path pinned',
    offenders: `select n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'app', 'jobs') and p.prosecdef and (n.nspname || '.' || p.proname <> all ($2::text[]) or not exists (select from unnest(p.proconfig) c where c like 'search_path=%'))`,
  },
  {
    rule: 'no application role bypasses row-level security, owns a tenant table or is a superuser',
    offenders: `select r.rolname from pg_roles r where r.rolname = any ($3::text[]) and (r.rolbypassrls or r.rolsuper or r.rolcreaterole or exists (select from (${tenantTables}) t join pg_class c on c.oid = t.oid where c.relowner = r.oid))`,
  },
  {
    rule: 'no application role belongs to another role',
    offenders: `select r.rolname from pg_roles r join pg_auth_members m on m.member = r.oid where r.rolname = any ($3::text[])`,
  },
  {
    rule: 'nobody may truncate, reference or attach triggers',
    offenders: `select g.table_name || ' to ' || g.grantee from information_schema.role_table_grants g where g.table_schema = 'public' and (g.grantee = any ($3::text[]) or g.grantee = 'PUBLIC') and g.privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
  },
  {
    rule: 'the activity log only grows',
    offenders: `select g.grantee || ' may ' || g.privilege_type from information_schema.role_table_grants g where g.table_name in ('audit_entries', 'audit_checkpoints') and g.grantee = any ($3::text[]) and g.privilege_type in ('UPDATE', 'DELETE')`,
  },
  {
    rule: 'the queue role sees no tenant table',
    offenders: `select g.table_name from information_schema.role_table_grants g where g.table_schema = 'public' and g.grantee = 'patchkeep_queue'`,
  },
];

/** Every place where the database breaks a rule, in words. Empty is the only good answer. */
export const databaseViolations = async (client: pg.Client | pg.Pool): Promise<string[]> => {
  const found: string[] = [];
  for (const { rule, offenders } of rules) {
    const text = `select * from (${offenders}) as offenders (name), (select $1::text[], $2::text[], $3::text[]) as used`;
    const { rows } = await client.query<{ name: string }>(text, [globalTables, reviewedDefiners, appRoles]);
    for (const { name } of rows) found.push(`${rule}: ${name}`);
  }
  return found;
};
