// RUN: weft-opt %s --cin-set-assembly=assembly=compute -split-input-file -verify-diagnostics

// expected-error @+1 {{result 0 is not computed by a kernel, so that it has nothing to compute}}
func.func @identity(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}

// -----

// expected-error @+1 {{expected a body of one block that ends with 'func.return'}}
func.func @unreachable() -> tensor<?xf64> {
  ub.unreachable
}

// -----

// expected-error @+1 {{expected a body of one block that ends with 'func.return'}}
func.func @blocks(%x: tensor<?xf64>) -> tensor<?xf64> {
  cf.br ^exit
^exit:
  return %x : tensor<?xf64>
}
