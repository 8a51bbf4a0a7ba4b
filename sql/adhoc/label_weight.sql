{{ label_weight('estimate', weights()) }}
