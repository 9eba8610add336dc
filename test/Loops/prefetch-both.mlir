// Rows that become columns, at places that are looked up, are fetched ahead to be
// written, or into the second cache where processors have near caches, and loops that
// scatter by themselves ask for large operands.

// RUN: weft "A(i,j) = B(i,j)" -f=A:CSC -f=B:CSR -emit=llvm | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 {{1, i32 3|0, i32 2}}, i32 1)
// COLUMNS-NOT: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3,

// RUN: weft "y(i) = A(i,j) * x(j)" -f=A:CSC -emit=llvm | FileCheck %s --check-prefix=SCATTER
// SCATTER: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 {{2|3}}, i32 1)
