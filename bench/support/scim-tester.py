"""Runs scim2-tester against a SCIM service and writes what each check found, one JSON object per line.

Arguments: the address of the service, its token, and the mail domain that its users are in.
"""

import json
import sys
import uuid

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

address, token, domain = sys.argv[1:]


class Addresses(list):
    """Example values that never end: a tester that knows no domain would make up user names that nobody may have."""

    def __len__(self):
        return 1_000_000

    def __bool__(self):
        return True

    def __getitem__(self, _):
        return f"{uuid.uuid4()}@{domain}"


client = Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=120)
scim = SyncSCIMClient(client)
scim.discover()
user = scim.get_resource_model("User")
user.model_fields["user_name"].examples = Addresses()
for result in check_server(scim):
    print(
        json.dumps(
            {
                "check": result.title,
                "of": result.resource_type,
                "status": result.status.name,
                "reason": result.reason,
            }
        )
    )
