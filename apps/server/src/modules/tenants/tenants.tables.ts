interface CustomersTable {
  customer_id: string;
  name: string;
  dormancy_days: number;
  host_license_count: number;
  is_custom_software_enabled: boolean;
  is_software_deployment_enabled: boolean;
  is_trial_mode_enabled: boolean;
  allow_custom_software_ui: boolean;
  is_site_redirect: boolean;
  /** Its users may enter other customers that let them in. */
  is_provider: boolean;
  /** Its users see results of updates before they are verified as what they are. */
  is_internal_use: boolean;
  /** The place of the policy in `secondFactorPolicies`. */
  second_factor_policy: number;
  serial_number: number;
  created_at: Date;
}

interface SitesTable {
  customer_id: string;
  site_id: string;
  name: string;
  is_detection_module_enabled: boolean;
  is_patching_enabled: boolean;
  is_patch_pro_module_enabled: boolean;
  serial_number: number;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    customer_directory: { customer_id: string; created_at: Date };
    customers: CustomersTable;
    sites: SitesTable;
  }
}

export type CustomerRow = CustomersTable;
export type SiteRow = SitesTable;
