// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @no_variable(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    // expected-error @+1 {{'tin.affine' op expected an index variable}}
    %k = tin.affine []() plus 1
    %a = tin.access %x[%k] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @factors(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    // expected-error @+1 {{'tin.affine' op expected a factor for each of the 1 index variables, got 2}}
    %k = tin.affine [1, 2](%i) plus 1
    %a = tin.access %x[%k] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @zero(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    // expected-error @+1 {{'tin.affine' op expected factors between 1 and 2147483647 and their negatives, got 0}}
    %k = tin.affine [0](%i) plus 1
    %a = tin.access %x[%k] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @twice(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    // expected-error @+1 {{'tin.affine' op expected different index variables}}
    %k = tin.affine [1, 2](%i, %i) plus 0
    %a = tin.access %x[%k] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @nested(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    %k = tin.affine [1](%i) plus 1
    // expected-error @+1 {{'tin.affine' op expected index variables of an enclosing 'tin.compute' or 'tin.reduce'}}
    %l = tin.affine [1](%k) plus 1
    %a = tin.access %x[%l] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A sum does not determine an extent.
func.func @extent(%x: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @+1 {{'tin.compute' op index variable #0 has no extent: no access uses it and no 'to' gives one}}
  %y = tin.compute (%i) : tensor<?xf64> {
    %k = tin.affine [1](%i) plus 1
    %a = tin.access %x[%k] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}
