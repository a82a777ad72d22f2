import type pg from 'pg';

/** Makes a customer a service provider, lets one of its users in at all other customers, and counts their sites. */
export const raiseGuests = async (client: pg.Client, customerId: string, username: string): Promise<void> => {
  await client.query('update customers set is_provider = true where customer_id = $1', [customerId]);
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from users where customer_id = $1 and username = $2',
    [customerId, username],
  );
  const home = [customerId, rows[0]?.user_id];
  // The list asks whether there is a factor, never for one.
  await client.query(
    `insert into factors (customer_id, factor_id, user_id, name, secret, last_step, counter, is_backup_eligible,
       created_at, confirmed_at)
     values ($1, gen_random_uuid(), $2, 'Bench', '\\x00', 0, 0, false, now(), now())`,
    home,
  );
  await client.query(
    `insert into guest_directory select $1, $2, customer_id from customers where customer_id <> $1`,
    home,
  );
  await client.query(
    `insert into users (customer_id, user_id, username, long_name, is_system_admin, is_sso_login_only, serial_number,
       created_at, home_customer_id, home_user_id, guest_of)
     select customer_id, gen_random_uuid(), 'guest@bench.example', 'Guest', false, false, 1, now(), $1, $2, 'Bench'
     from customers where customer_id <> $1`,
    home,
  );
  await client.query(
    `insert into site_members (customer_id, site_id, user_id, permissions)
     select s.customer_id, s.site_id, u.user_id, 49
     from sites s join users u on u.customer_id = s.customer_id and u.home_user_id = $1`,
    [home[1]],
  );
  const numbers = '40, 12, 60, 900, 700, 20, 170, 10, 0, 2, 20, 5, 10, 5, 0';
  const columns = `hosts, applications, versions, installations, ok, eol, insecure, zeroday, ignored, exploited, hosts_ok,
    hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored`;
  await client.query(
    `insert into scope_counts (customer_id, site_id, scope_id, ${columns})
     select customer_id, site_id, site_id, ${numbers} from sites where customer_id <> $1`,
    [customerId],
  );
  await client.query(`select app.add_months('count_history', 'site', (now() - interval '13 months')::date, 13)`);
  // A count a week for a year, of which the trend wants one.
  await client.query(
    `insert into count_history (customer_id, site_id, scope_id, at, ${columns})
     select customer_id, site_id, site_id, now() - n * interval '7 days', ${numbers}
     from sites, generate_series(0, 52) n where customer_id <> $1`,
    [customerId],
  );
  await client.query('vacuum analyze');
};
