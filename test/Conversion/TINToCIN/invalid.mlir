// RUN: weft-opt %s -convert-tin-to-cin -split-input-file -verify-diagnostics

func.func @foreign_encoding(%x: tensor<?xf64, "hash">) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    // expected-error @+1 {{expected a tensor with a level format, got 'tensor<?xf64, "hash">'}}
    %a = tin.access %x[%i] : tensor<?xf64, "hash">
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @unknown_identity(%x: tensor<?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op the identity of the combiner is not known; 'identity' states it}}
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %abs = math.absf %v : f64
      %max = arith.maximumf %acc, %abs : f64
      tin.yield %max : f64
    } (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

func.func @number_from_outside(%x: tensor<?xf64>, %alpha: f64) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    // expected-error @+1 {{'arith.mulf' op uses a number from outside of 'tin.compute' that is not a constant; a tensor of order 0 can be accessed}}
    %p = arith.mulf %a, %alpha : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A quotient is another one in every order.
func.func @order_of_combination(%x: tensor<?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected a combiner that is associative, got 'arith.divf'}}
    %s = tin.reduce arith.divf (%i) identity(1.0 : f64) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// The slots of a row are not those of a block.
#Blocks = #level.format<(i, j) -> (slot : dense, i : dense, j floordiv 2 : padded, j mod 2 : dense)>
func.func @result_in_slots(%A: tensor<?x?xf64>) -> tensor<?x?xf64, #Blocks> {
  // expected-error @+1 {{cannot assemble a result in slots unless its levels are full or inserted into in order down to the one that numbers the slots; choose another format for it}}
  %y = tin.compute (%i, %j) : tensor<?x?xf64, #Blocks> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64, #Blocks>
}

// -----

#Slots = #level.format<(i) -> (slot : dense, i : dense)>
func.func @uncounted_slots(%x: tensor<?xf64>) -> tensor<?xf64, #Slots> {
  // expected-error @+1 {{cannot assemble a result in slots unless its levels are full or inserted into in order down to the one that numbers the slots; choose another format for it}}
  %y = tin.compute (%i) : tensor<?xf64, #Slots> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64, #Slots>
}

// -----

// What is compressed below rows does not tell their order before they have one.
#Sorted = #level.format<(i, j) -> (i : permuted(4), j : compressed)>
func.func @sorted_rows(%A: tensor<?x?xf64>) -> tensor<?x?xf64, #Sorted> {
  // expected-error @+1 {{cannot assemble a result whose level 1 (#level.permuted<4>) needs full levels above it and a level below it that counts the slots of rows; choose another format for it}}
  %y = tin.compute (%i, %j) : tensor<?x?xf64, #Sorted> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64, #Sorted>
}
