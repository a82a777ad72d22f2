/** What the dialog for ignore rules is opened on. It lives in another feature; the route brings the two together. */
export interface IgnoreDialogProps {
  subject: {
    applicationId?: number;
    applicationName?: string;
    versions?: string[];
    cveIds?: string[];
  };
  onClose: () => void;
}
