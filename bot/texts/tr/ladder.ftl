ladder-press-again = ⌛ Bu düğmenin süresi geçti; yeniden basın.
