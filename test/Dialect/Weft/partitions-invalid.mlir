// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @arguments(%n: index) {
  // expected-error @+1 {{'weft.partitions' op expected a region that takes the first and the last iteration of a partition, and what is carried}}
  "weft.partitions"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%first: index):
    "weft.yield"() : () -> ()
  }) : (index, index) -> ()
  return
}

// -----

func.func @terminator(%n: index) {
  // expected-error @+1 {{'weft.partitions' op expected a region that ends with 'weft.yield'}}
  "weft.partitions"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%first: index, %last: index):
    llvm.unreachable
  }) : (index, index) -> ()
  return
}

// -----

func.func @count(%n: index) {
  %r = weft.partitions %first to %last of %n to %n carry(%a = %n) : index {
    // expected-error @+1 {{'weft.yield' op expected 1 values, got 2}}
    weft.yield %a, %a : index, index
  }
  return
}

// -----

func.func @type(%n: index, %v: i64) {
  // expected-error @+1 {{'weft.partitions' op expected a value of one type to be carried, got 'index', 'index', 'i64' and 'index'}}
  %r = weft.partitions %first to %last of %n to %n carry(%a = %n) : index {
    weft.yield %v : i64
  }
  return
}

// -----

func.func @factors(%n: index, %c: memref<?xi32>) {
  // expected-error @+1 {{'weft.partitions' op expected a factor for each of 1 arrays, got 0}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by () {
    weft.yield %a, %l : memref<?xi32>, index
  }
  return
}

// -----

func.func @array(%n: index, %c: memref<4xi32>) {
  // expected-error @+1 {{'weft.partitions' op expected the number of an array that is carried, got #weft.appended<array = 0, length = 1, first = 0, cleared = false>}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<4xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%n) {
    weft.yield %a, %l : memref<4xi32>, index
  }
  return
}

// -----

func.func @length(%n: index, %c: memref<?xi32>) {
  // expected-error @+1 {{'weft.partitions' op expected the number of an index that is carried, got #weft.appended<array = 0, length = 2, first = 0, cleared = false>}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 2, first = 0, cleared = false>] by (%n) {
    weft.yield %a, %l : memref<?xi32>, index
  }
  return
}

// -----

func.func @first(%n: index, %c: memref<?xi32>) {
  // expected-error @+1 {{'weft.partitions' op expected no negative number of elements, got #weft.appended<array = 0, length = 1, first = -1, cleared = false>}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = -1, cleared = false>] by (%n) {
    weft.yield %a, %l : memref<?xi32>, index
  }
  return
}

// -----

func.func @outside(%n: index) {
  // expected-error @+1 {{'weft.yield' op expects parent op 'weft.partitions'}}
  "weft.yield"() : () -> ()
}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.appending' to be a unit, got 2 : i64}}
func.func private @appending() attributes {weft.appending = 2}

// -----

// expected-error @+1 {{'func.func' op expected 'weft.appending' beside 'weft.partition'}}
func.func private @alone() attributes {weft.appending}

// -----

func.func @results(%n: index) {
  // expected-error @+1 {{'weft.partitions' op expected 1 results, got 0}}
  "weft.partitions"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%first: index, %last: index, %a: index):
    "weft.yield"(%a) : (index) -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @end(%n: index) {
  // expected-error @+1 {{'weft.partitions' op expected a region that ends with 'weft.yield'}}
  "weft.partitions"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%first: index, %last: index):
    %c = arith.constant 1 : index
  }) : (index, index) -> ()
  return
}

// -----

func.func @inside(%n: index) {
  weft.partitions %first to %last of %n to %n {
    // expected-error @+1 {{'weft.partitions' op expected partitions that are not inside of others}}
    weft.partitions %f to %l of %n to %n {
      weft.yield
    }
    weft.yield
  }
  return
}

// -----

func.func @twice(%n: index, %c: memref<?xi32>) {
  // expected-error @+1 {{'weft.partitions' op expected an array to be described once, got another #weft.appended<array = 0, length = 1, first = 0, cleared = true>}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>, #weft.appended<array = 0, length = 1, first = 0, cleared = true>] by (%n, %n) {
    weft.yield %a, %l : memref<?xi32>, index
  }
  return
}

// -----

func.func @elements(%n: index, %c: memref<?xmemref<?xi32>>) {
  // expected-error @+1 {{'weft.partitions' op expected the number of an array that is carried, got}}
  %r:2 = weft.partitions %first to %last of %n to %n carry(%a = %c, %l = %n) : memref<?xmemref<?xi32>>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%n) {
    weft.yield %a, %l : memref<?xmemref<?xi32>>, index
  }
  return
}
