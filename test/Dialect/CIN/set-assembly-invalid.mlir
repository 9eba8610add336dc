// RUN: weft-opt %s --cin-set-assembly=assembly=compute -verify-diagnostics

// expected-error @+1 {{result 0 is not computed by a kernel, so that it has nothing to compute}}
func.func @identity(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
