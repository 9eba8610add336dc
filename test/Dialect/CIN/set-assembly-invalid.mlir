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

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// expected-error @+1 {{its callers do not pass the structures that its results keep}}
func.func @called(%n: index) -> tensor<?xf64, #Sparse> {
  %0 = tensor.empty(%n) : tensor<?xf64, #Sparse>
  %1 = cin.kernel outs(%0) extents(%n) {
  ^bb0(%r: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    %c = arith.constant 1.0 : f64
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.assign %r[%i] = %c : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %1 : tensor<?xf64, #Sparse>
}

func.func private @caller(%n: index) {
  %0 = call @called(%n) : (index) -> tensor<?xf64, #Sparse>
  return
}
