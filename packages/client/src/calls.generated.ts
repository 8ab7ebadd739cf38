// Generated from the contract by `npm run client`. Do not edit.
export const CALLS = {
  "users": {
    "me": {
      "method": "GET",
      "path": "/api/auth/user",
      "safe": true
    }
  },
  "inbox": {
    "read": {
      "method": "GET",
      "path": "/api/inbox",
      "safe": true
    }
  },
  "platform": {
    "stats": {
      "method": "GET",
      "path": "/api/platform-stats",
      "safe": true
    },
    "status": {
      "method": "GET",
      "path": "/api/status",
      "safe": true
    }
  },
  "market": {
    "aggregated": {
      "method": "GET",
      "path": "/api/roblox-accounts/aggregated",
      "safe": true
    }
  },
  "wallet": {
    "read": {
      "method": "GET",
      "path": "/api/wallet",
      "safe": true
    },
    "transactions": {
      "method": "GET",
      "path": "/api/wallet/transactions",
      "safe": true
    },
    "transaction": {
      "method": "GET",
      "path": "/api/wallet/transactions/{id}",
      "safe": true
    },
    "transactionsCsv": {
      "method": "GET",
      "path": "/api/wallet/transactions.csv",
      "file": "text/csv",
      "safe": true
    },
    "ltcPrice": {
      "method": "GET",
      "path": "/api/wallet/ltc-price",
      "safe": true
    },
    "generateAddress": {
      "method": "POST",
      "path": "/api/wallet/generate-address"
    },
    "checkDeposits": {
      "method": "POST",
      "path": "/api/wallet/check-deposits",
      "safe": true
    }
  },
  "gamepass": {
    "validate": {
      "method": "POST",
      "path": "/api/gamepass/validate",
      "safe": true
    },
    "find": {
      "method": "POST",
      "path": "/api/gamepass/find",
      "safe": true
    }
  },
  "orders": {
    "list": {
      "method": "GET",
      "path": "/api/robux/orders",
      "safe": true
    },
    "read": {
      "method": "GET",
      "path": "/api/robux/orders/{id}",
      "safe": true
    },
    "place": {
      "method": "POST",
      "path": "/api/robux/orders",
      "idempotent": true
    },
    "placeBasket": {
      "method": "POST",
      "path": "/api/robux/orders/together",
      "idempotent": true
    },
    "bought": {
      "method": "POST",
      "path": "/api/robux/orders/{id}/bought",
      "idempotent": true
    }
  },
  "preOrders": {
    "live": {
      "method": "GET",
      "path": "/api/pre-orders/live",
      "safe": true
    },
    "list": {
      "method": "GET",
      "path": "/api/pre-orders",
      "safe": true
    },
    "place": {
      "method": "POST",
      "path": "/api/pre-orders",
      "idempotent": true
    }
  },
  "priceAlerts": {
    "list": {
      "method": "GET",
      "path": "/api/price-alerts",
      "safe": true
    },
    "add": {
      "method": "POST",
      "path": "/api/price-alerts"
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/price-alerts/{id}"
    }
  },
  "standingOrders": {
    "list": {
      "method": "GET",
      "path": "/api/standing-orders",
      "safe": true
    }
  },
  "robloxAccounts": {
    "list": {
      "method": "GET",
      "path": "/api/roblox-accounts",
      "safe": true
    },
    "csv": {
      "method": "GET",
      "path": "/api/roblox-accounts.csv",
      "file": "text/csv",
      "safe": true
    },
    "figures": {
      "method": "GET",
      "path": "/api/roblox-accounts/figures",
      "safe": true
    },
    "add": {
      "method": "POST",
      "path": "/api/roblox-accounts"
    },
    "update": {
      "method": "PUT",
      "path": "/api/roblox-accounts/{id}"
    },
    "bulk": {
      "method": "POST",
      "path": "/api/roblox-accounts/bulk"
    },
    "updateCookie": {
      "method": "PATCH",
      "path": "/api/roblox-accounts/{id}/cookie"
    },
    "refreshBalance": {
      "method": "POST",
      "path": "/api/roblox-accounts/{id}/balance",
      "safe": true
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/roblox-accounts/{id}"
    }
  },
  "accountHistory": {
    "earnings": {
      "method": "GET",
      "path": "/api/roblox-accounts/{id}/earnings",
      "safe": true
    },
    "healthEvents": {
      "method": "GET",
      "path": "/api/roblox-accounts/{id}/health-events",
      "safe": true
    }
  },
  "accountImports": {
    "start": {
      "method": "POST",
      "path": "/api/roblox-accounts/imports"
    },
    "list": {
      "method": "GET",
      "path": "/api/roblox-accounts/imports",
      "safe": true
    },
    "read": {
      "method": "GET",
      "path": "/api/roblox-accounts/imports/{id}",
      "safe": true
    },
    "cancel": {
      "method": "POST",
      "path": "/api/roblox-accounts/imports/{id}/cancel"
    }
  },
  "stockAlerts": {
    "read": {
      "method": "GET",
      "path": "/api/roblox-accounts/stock-alert",
      "safe": true
    },
    "change": {
      "method": "PUT",
      "path": "/api/roblox-accounts/stock-alert"
    }
  },
  "priceRules": {
    "list": {
      "method": "GET",
      "path": "/api/price-rules",
      "safe": true
    },
    "add": {
      "method": "POST",
      "path": "/api/price-rules"
    },
    "read": {
      "method": "GET",
      "path": "/api/price-rules/{id}",
      "safe": true
    },
    "change": {
      "method": "PATCH",
      "path": "/api/price-rules/{id}"
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/price-rules/{id}"
    },
    "preview": {
      "method": "POST",
      "path": "/api/price-rules/preview",
      "safe": true
    },
    "changes": {
      "method": "GET",
      "path": "/api/price-rules/{id}/changes",
      "safe": true
    }
  },
  "proxies": {
    "list": {
      "method": "GET",
      "path": "/api/proxies",
      "safe": true
    },
    "figures": {
      "method": "GET",
      "path": "/api/proxies/figures",
      "safe": true
    },
    "add": {
      "method": "POST",
      "path": "/api/proxies"
    },
    "addMany": {
      "method": "POST",
      "path": "/api/proxies/bulk"
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/proxies/{id}"
    }
  },
  "listings": {
    "list": {
      "method": "GET",
      "path": "/api/listings",
      "safe": true
    },
    "figures": {
      "method": "GET",
      "path": "/api/listings/figures",
      "safe": true
    },
    "create": {
      "method": "POST",
      "path": "/api/listings",
      "idempotent": true
    },
    "update": {
      "method": "PATCH",
      "path": "/api/listings/{id}"
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/listings/{id}"
    },
    "setPicture": {
      "method": "POST",
      "path": "/api/listings/{id}/picture"
    },
    "removePicture": {
      "method": "DELETE",
      "path": "/api/listings/{id}/picture"
    },
    "readPicture": {
      "method": "GET",
      "path": "/api/listings/{id}/pictures/{pictureId}",
      "file": "image/webp",
      "safe": true
    }
  },
  "transactions": {
    "list": {
      "method": "GET",
      "path": "/api/transactions",
      "safe": true
    },
    "read": {
      "method": "GET",
      "path": "/api/transactions/{id}",
      "safe": true
    },
    "buy": {
      "method": "POST",
      "path": "/api/transactions",
      "idempotent": true
    },
    "deliver": {
      "method": "POST",
      "path": "/api/transactions/{id}/deliver",
      "idempotent": true
    },
    "confirm": {
      "method": "POST",
      "path": "/api/transactions/{id}/confirm",
      "idempotent": true
    },
    "cancel": {
      "method": "POST",
      "path": "/api/transactions/{id}/cancel",
      "idempotent": true
    },
    "dispute": {
      "method": "POST",
      "path": "/api/transactions/{id}/dispute",
      "idempotent": true
    },
    "messages": {
      "method": "POST",
      "path": "/api/transactions/{id}/messages",
      "idempotent": true
    },
    "rate": {
      "method": "POST",
      "path": "/api/transactions/{id}/rate",
      "idempotent": true
    }
  },
  "transactionPictures": {
    "add": {
      "method": "POST",
      "path": "/api/transactions/{id}/pictures",
      "idempotent": true
    },
    "read": {
      "method": "GET",
      "path": "/api/transactions/{id}/pictures/{pictureId}",
      "file": "image/webp",
      "safe": true
    },
    "remove": {
      "method": "DELETE",
      "path": "/api/transactions/{id}/pictures/{pictureId}"
    }
  },
  "history": {
    "list": {
      "method": "GET",
      "path": "/api/history",
      "safe": true
    },
    "csv": {
      "method": "GET",
      "path": "/api/history.csv",
      "file": "text/csv",
      "safe": true
    }
  },
  "spending": {
    "read": {
      "method": "GET",
      "path": "/api/wallet/spending",
      "safe": true
    },
    "csv": {
      "method": "GET",
      "path": "/api/wallet/spending.csv",
      "file": "text/csv",
      "safe": true
    }
  },
  "stats": {
    "user": {
      "method": "GET",
      "path": "/api/users/stats",
      "safe": true
    },
    "week": {
      "method": "GET",
      "path": "/api/stats/week",
      "safe": true
    },
    "rates": {
      "method": "GET",
      "path": "/api/stats/rates",
      "safe": true
    },
    "ticker": {
      "method": "GET",
      "path": "/api/stats/ticker",
      "safe": true
    }
  }
};
