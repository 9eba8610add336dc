// RUN: weft-opt %s -weft-vectorize-intersections -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first two loops are vectorized. Each of the others violates one precondition.

func.func @plain(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_intersections {{.*}}Remark="intersects blocks of 16 coordinates"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func private @search(memref<?xi32>, index, index, index) -> index
func.func @searches(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index, %skewed: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_intersections {{.*}}Remark="intersects blocks of 16 coordinates, in a loop version without searches"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %behind = arith.cmpi ult, %ic, %ib : index
    %goes = arith.andi %skewed, %behind : i1
    %nq = scf.if %goes -> (index) {
      %found = func.call @search(%cc, %q, %ec, %ib) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %q1 = arith.addi %q, %stepc : index
      scf.yield %q1 : index
    }
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @three(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xindex>, %eb: index, %ec: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : index
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the loop intersects 3 segments instead of two"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, index) -> (index, index, index) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>, <2 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, index
  } do {
  ^bb0(%p: index, %q: index, %s: index):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (index) {
      %x = memref.load %v[%p] : memref<?xindex>
      %t = arith.addi %s, %x : index
      scf.yield %t : index
    } else {
      scf.yield %s : index
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, index
  }
  return %sum#2 : index
}

// -----

func.func @maximum(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the loop does not compute the minimum of the two coordinates"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.maxui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @computed(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a coordinate is not loaded in the loop"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %ib1 = arith.addi %ib, %c0 : index
    %i = arith.minui %ib1, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @other(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a coordinate is not loaded at the loop-carried position of its segment"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%q] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @chosen(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index, %is: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a coordinate array is defined in the loop"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %array = arith.select %is, %cb, %cc : memref<?xi32>
    %b = memref.load %array[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @records(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index, %r: memref<?xi32, strided<[2]>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a coordinate array has a non-unit stride"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %r[%p] : memref<?xi32, strided<[2]>>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @widths(%cb: memref<?xi64>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the coordinates of the segments have different types: i64 and i32"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi64>
    %ib = arith.index_cast %b : i64 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @casts(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the coordinates of the segments are cast by different operations"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_castui %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @condition(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="`scf.condition` does not forward the loop-carried values unchanged"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %q, %p, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @exit(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the loop condition is not the conjunction of one bound check for each segment"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %inside = arith.andi %inb, %inc : i1
    %open = arith.cmpf one, %s, %zero : f64
    %in = arith.andi %inside, %open : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @bound(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the loop condition does not compare the position of segment 1 with a loop-invariant bound by `ult`"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ne, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @compared(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a coordinate is not compared with the minimum for equality"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi uge, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @branches(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="several `scf.if` test that both coordinates equal the minimum"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.if %both {
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @branch(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="no `scf.if` tests that both coordinates equal the minimum"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %isb -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @differ(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the else region of the `scf.if` for equal coordinates contains operations"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      %u = arith.addf %s, %s : f64
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @final(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the position in argument 0 is used after the loop"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#0 : index
}

// -----

func.func @skips(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the position in argument 1 advances neither by 1 nor by a guarded search"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %two = arith.addi %stepc, %stepc : index
    %nq = arith.addi %q, %two : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func private @search(memref<?xi32>, index, index, index) -> index
func.func @always(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the position in argument 1 advances by galloping search, and not only under a loop-invariant condition common to both segments"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %behind = arith.cmpi ult, %ic, %ib : index
    %goes = arith.andi %isb, %behind : i1
    %nq = scf.if %goes -> (index) {
      %found = func.call @search(%cc, %q, %ec, %ib) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %q1 = arith.addi %q, %stepc : index
      scf.yield %q1 : index
    }
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @resets(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="iter_arg #2 is not updated by the `scf.if` for equal coordinates alone"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %zero : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @result(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="a result of the `scf.if` for equal coordinates is not yielded by the loop"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next:2 = scf.if %both -> (f64, f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t, %t : f64, f64
    } else {
      scf.yield %s, %s : f64, f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next#0 : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @effect(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="'memref.store' outside of the `scf.if` for equal coordinates has regions or side effects"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    memref.store %s, %v[%p] : memref<?xf64>
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @overwrites(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index, %given: memref<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the `scf.if` for equal coordinates stores to argument 5, which may alias a coordinate array"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      memref.store %i, %given[%p] : memref<?xindex>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @loop(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the `scf.if` for equal coordinates contains 'scf.for'"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      scf.for %k = %c0 to %p step %c1 {
      }
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func private @change(memref<?xi32>)
func.func @call(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the `scf.if` for equal coordinates calls a function with argument 0, which may alias a coordinate array"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      func.call @change(%cb) : (memref<?xi32>) -> ()
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @long(%cb: memref<?xi32>, %cc: memref<?xi32>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the `scf.if` for equal coordinates has more than 100 operations"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b : i32 to index
    %c = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %m0 = arith.addf %x, %x : f64
      %m1 = arith.addf %m0, %x : f64
      %m2 = arith.addf %m1, %x : f64
      %m3 = arith.addf %m2, %x : f64
      %m4 = arith.addf %m3, %x : f64
      %m5 = arith.addf %m4, %x : f64
      %m6 = arith.addf %m5, %x : f64
      %m7 = arith.addf %m6, %x : f64
      %m8 = arith.addf %m7, %x : f64
      %m9 = arith.addf %m8, %x : f64
      %m10 = arith.addf %m9, %x : f64
      %m11 = arith.addf %m10, %x : f64
      %m12 = arith.addf %m11, %x : f64
      %m13 = arith.addf %m12, %x : f64
      %m14 = arith.addf %m13, %x : f64
      %m15 = arith.addf %m14, %x : f64
      %m16 = arith.addf %m15, %x : f64
      %m17 = arith.addf %m16, %x : f64
      %m18 = arith.addf %m17, %x : f64
      %m19 = arith.addf %m18, %x : f64
      %m20 = arith.addf %m19, %x : f64
      %m21 = arith.addf %m20, %x : f64
      %m22 = arith.addf %m21, %x : f64
      %m23 = arith.addf %m22, %x : f64
      %m24 = arith.addf %m23, %x : f64
      %m25 = arith.addf %m24, %x : f64
      %m26 = arith.addf %m25, %x : f64
      %m27 = arith.addf %m26, %x : f64
      %m28 = arith.addf %m27, %x : f64
      %m29 = arith.addf %m28, %x : f64
      %m30 = arith.addf %m29, %x : f64
      %m31 = arith.addf %m30, %x : f64
      %m32 = arith.addf %m31, %x : f64
      %m33 = arith.addf %m32, %x : f64
      %m34 = arith.addf %m33, %x : f64
      %m35 = arith.addf %m34, %x : f64
      %m36 = arith.addf %m35, %x : f64
      %m37 = arith.addf %m36, %x : f64
      %m38 = arith.addf %m37, %x : f64
      %m39 = arith.addf %m38, %x : f64
      %m40 = arith.addf %m39, %x : f64
      %m41 = arith.addf %m40, %x : f64
      %m42 = arith.addf %m41, %x : f64
      %m43 = arith.addf %m42, %x : f64
      %m44 = arith.addf %m43, %x : f64
      %m45 = arith.addf %m44, %x : f64
      %m46 = arith.addf %m45, %x : f64
      %m47 = arith.addf %m46, %x : f64
      %m48 = arith.addf %m47, %x : f64
      %m49 = arith.addf %m48, %x : f64
      %m50 = arith.addf %m49, %x : f64
      %m51 = arith.addf %m50, %x : f64
      %m52 = arith.addf %m51, %x : f64
      %m53 = arith.addf %m52, %x : f64
      %m54 = arith.addf %m53, %x : f64
      %m55 = arith.addf %m54, %x : f64
      %m56 = arith.addf %m55, %x : f64
      %m57 = arith.addf %m56, %x : f64
      %m58 = arith.addf %m57, %x : f64
      %m59 = arith.addf %m58, %x : f64
      %m60 = arith.addf %m59, %x : f64
      %m61 = arith.addf %m60, %x : f64
      %m62 = arith.addf %m61, %x : f64
      %m63 = arith.addf %m62, %x : f64
      %m64 = arith.addf %m63, %x : f64
      %m65 = arith.addf %m64, %x : f64
      %m66 = arith.addf %m65, %x : f64
      %m67 = arith.addf %m66, %x : f64
      %m68 = arith.addf %m67, %x : f64
      %m69 = arith.addf %m68, %x : f64
      %m70 = arith.addf %m69, %x : f64
      %m71 = arith.addf %m70, %x : f64
      %m72 = arith.addf %m71, %x : f64
      %m73 = arith.addf %m72, %x : f64
      %m74 = arith.addf %m73, %x : f64
      %m75 = arith.addf %m74, %x : f64
      %m76 = arith.addf %m75, %x : f64
      %m77 = arith.addf %m76, %x : f64
      %m78 = arith.addf %m77, %x : f64
      %m79 = arith.addf %m78, %x : f64
      %m80 = arith.addf %m79, %x : f64
      %m81 = arith.addf %m80, %x : f64
      %m82 = arith.addf %m81, %x : f64
      %m83 = arith.addf %m82, %x : f64
      %m84 = arith.addf %m83, %x : f64
      %m85 = arith.addf %m84, %x : f64
      %m86 = arith.addf %m85, %x : f64
      %m87 = arith.addf %m86, %x : f64
      %m88 = arith.addf %m87, %x : f64
      %m89 = arith.addf %m88, %x : f64
      %m90 = arith.addf %m89, %x : f64
      %m91 = arith.addf %m90, %x : f64
      %m92 = arith.addf %m91, %x : f64
      %m93 = arith.addf %m92, %x : f64
      %m94 = arith.addf %m93, %x : f64
      %m95 = arith.addf %m94, %x : f64
      %m96 = arith.addf %m95, %x : f64
      %m97 = arith.addf %m96, %x : f64
      %m98 = arith.addf %m97, %x : f64
      %t = arith.addf %s, %m98 : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

func.func @narrow(%cb: memref<?xi16>, %cc: memref<?xi16>, %v: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: vectorize-intersections-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_intersections {{.*}}Remark="the coordinates have 16 bits instead of 32 or 64"
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b = memref.load %cb[%p] : memref<?xi16>
    %ib = arith.index_cast %b : i16 to index
    %c = memref.load %cc[%q] : memref<?xi16>
    %ic = arith.index_cast %c : i16 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %v[%p] : memref<?xf64>
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}
