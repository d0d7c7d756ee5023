"""Checks all rules against the sandbox at an address."""

import sys

from lists import check_customers, check_filters, check_lists, check_menus, check_venues
from orders import check_callbacks, check_orders, check_quotes
from payments import check_payments
from service import Service

# Fewer mean that the lists of the sandbox have become shorter than those of the documents.
MIN_RULES = 1_400


def main():
    service = Service(sys.argv[1])
    for check in [check_venues, check_menus, check_lists, check_filters, check_customers, check_orders, check_quotes, check_callbacks, check_payments]:
        check(service)
    for failure in service.failures:
        print(failure)
    print(f"{service.held} rules hold, {len(service.failures)} do not")
    return 1 if service.failures or service.held < MIN_RULES else 0


if __name__ == "__main__":
    sys.exit(main())
